// Words of Ukrainian and Russian that stay on one line.

import { describe, expect, it } from 'vitest';
import { bindWords } from '../../templates/components/bind-words.ts';

/** With a visible sign for each space at which no line breaks. */
const bind = (html: string) => bindWords(html).replaceAll('\u00a0', '_');

describe('bindWords', () => {
  it('keeps short words, numbers and dashes with their neighbours', () => {
    expect(bind('<h1>Це у вас чи в усій галузі?</h1>')).toBe('<h1>Це у_вас чи_в_усій галузі?</h1>');
    expect(bind('<p>вверх 3 февраля, за 11 минут</p>')).toBe('<p>вверх 3_февраля, за_11_минут</p>');
    expect(bind('<p>Круг — це читачі в <a href="/">Києві</a></p>')).toBe(
      '<p>Круг_— це читачі в_<a href="/">Києві</a></p>',
    );
  });

  it('leaves other languages, parts of words, attributes and what the browser reads', () => {
    const same = [
      '<p>a man — 3 of 4 in it</p>',
      '<p>з’їв кав’ярні 4,2 мільйона</p>',
      '<img alt="у вас">',
      '<div data-island="BlogSearch"><p>у вас</p></div><script type="application/json">"у вас"</script>',
    ];
    for (const html of same) expect(bindWords(html)).toBe(html);
  });
});
