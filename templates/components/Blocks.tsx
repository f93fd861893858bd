// The blocks of the content of an entry.

import type { ReactNode } from 'react';
import { DataUseBlock } from '../blocks/DataUseBlock.tsx';
import { FaqBlock } from '../blocks/FaqBlock.tsx';
import { FeaturesBlock } from '../blocks/FeaturesBlock.tsx';
import { HeroBlock } from '../blocks/HeroBlock.tsx';
import { FigureBlock, GalleryBlock, LogosBlock } from '../blocks/image-blocks.tsx';
import { StatsBlock } from '../blocks/StatsBlock.tsx';
import { TableBlock } from '../blocks/TableBlock.tsx';
import { CtaBlock, QuoteBlock } from '../blocks/text-blocks.tsx';
import type { BlockInput } from '../page-input.ts';
import { Embed } from './Embed.tsx';
import { Form } from './Form.tsx';
import type { Outline } from './outline.ts';
import { RichText, SafeText } from './RichText.tsx';
import './Blocks.css';

interface BlocksProps {
  readonly blocks: readonly BlockInput[];
  /** Of a long text; its text blocks are already sanitized. */
  readonly outline?: Outline;
}

export function Blocks({ blocks, outline }: BlocksProps): ReactNode {
  if (blocks.length === 0) return null;
  return (
    <div className="blocks">
      {blocks.map((block, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no ids, and a build never reorders them
          key={index}
          block={block}
          safeHtml={outline?.safeHtmlByIndex.get(index)}
          id={outline?.idByIndex.get(index)}
        />
      ))}
    </div>
  );
}

interface ItemProps {
  readonly block: BlockInput;
  readonly safeHtml: string | undefined;
  /** In a page with a table of contents. */
  readonly id: string | undefined;
}

function Block({ block, safeHtml, id }: ItemProps): ReactNode {
  switch (block.type) {
    case 'text':
      return safeHtml === undefined ? <RichText html={block.html} /> : <SafeText safeHtml={safeHtml} />;
    case 'image':
      return <FigureBlock block={block} />;
    case 'gallery':
      return <GalleryBlock block={block} />;
    case 'quote':
      return <QuoteBlock block={block} />;
    case 'cta':
      return <CtaBlock block={block} />;
    case 'embed':
      return <Embed embed={block} />;
    case 'form':
      return <Form form={block.form} />;
    case 'hero':
      return <HeroBlock block={block} id={id} />;
    case 'features':
      return <FeaturesBlock block={block} id={id} />;
    case 'stats':
      return <StatsBlock block={block} id={id} />;
    case 'logos':
      return <LogosBlock block={block} id={id} />;
    case 'faq':
      return <FaqBlock block={block} id={id} />;
    case 'data_use':
      return <DataUseBlock block={block} />;
    case 'table':
      return <TableBlock block={block} id={id} />;
  }
}
