// Where a template failed: static rendering throws the error alone, the streaming renderer knows the components around it.

import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** React's component stack of the first error, innermost component first; null where nothing fails. */
export function traceFailure(element: ReactNode): Promise<string | null> {
  return new Promise((resolve) => {
    const { abort } = renderToPipeableStream(element, {
      onError: (_error, { componentStack }) => {
        resolve(componentStack ?? null);
        abort();
      },
      onAllReady: () => resolve(null),
    });
  });
}
