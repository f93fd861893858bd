// A thread that stages files: it gets the place and the files, and tells what it wrote.

import { parentPort, workerData } from 'node:worker_threads';
import type { OutputFile } from '../../cli/files/output-file.ts';
import { type StagingPlace, StagingWriter } from '../../cli/publish/staging-writer.ts';

const { place, files }: { readonly place: StagingPlace; readonly files: readonly OutputFile[] } = workerData;
const writer = new StagingWriter(place);
parentPort?.postMessage(files.map(({ content, ...file }) => ({ ...file, ...writer.write(file.path, content) })));
