// Finds the component in which a template failed. Only the streaming renderer of React reports component stacks.

import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/** The component stack of the first error, innermost first; null if there is none. */
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
