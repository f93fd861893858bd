// Hidden elements for scripts: their settings, a notice for offline visitors, and a message for when the error page cannot be loaded.

import type { ReactNode } from 'react';
import { useWords } from '../contexts.ts';
import { jsonInHtml } from '../json-in-html.ts';
import type { ChromeInput } from '../page-input.ts';
import './ClientParts.css';

export function ClientParts({ chrome }: { readonly chrome: ChromeInput }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <div className="offline-notice" role="status" lang={chrome.languageTag}>
        <p data-offline-notice hidden>
          {t('common.offline')}
        </p>
      </div>
      <template data-error-fallback>
        <div className="error" lang={chrome.languageTag}>
          <h2>{t('common.errorViewFailed')}</h2>
          <p>{t('common.errorViewHelp')}</p>
          <p data-error-details />
          <a className="button" href={chrome.homeHref}>
            {t('common.goHome')}
          </a>
        </div>
      </template>
      <ConfigScript config={chrome.client} />
    </>
  );
}

function ConfigScript({ config }: { readonly config: ChromeInput['client'] }): ReactNode {
  const html = { __html: jsonInHtml(config) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every '<' escaped
  return <script type="application/json" data-client-config dangerouslySetInnerHTML={html} />;
}
