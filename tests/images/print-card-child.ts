// Prints the SHA-256 of some cards, in a process of its own: its environment may have no fonts at all.

import { sha256 } from '../../cli/files/content-hash.ts';
import { renderShareImage } from '../../cli/images/draw-share-image.ts';
import { CARDS } from './cards.ts';

for (const card of CARDS) process.stdout.write(`${sha256(await renderShareImage(card))}\n`);
