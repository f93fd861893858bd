// Sends a form as JSON and reads the response.

import { BROWSER_WAIT_MS } from '../../config/constants.ts';
import { atLeastMinimum } from '../wait.ts';

/** The result of sending a form. */
export type Outcome = 'sent' | 'email-in-use' | 'failed';

const WAIT_MS = 15 * BROWSER_WAIT_MS;

/** Posts the values. Never rejects. Waits at least until the busy state was visible. */
export async function submitForm(action: string, values: Readonly<Record<string, string>>): Promise<Outcome> {
  return atLeastMinimum(post(action, values));
}

async function post(action: string, values: Readonly<Record<string, string>>): Promise<Outcome> {
  try {
    const response = await fetch(action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(values),
      credentials: 'omit',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    if (response.ok) return 'sent';
    if (response.status === 409) return 'email-in-use';
    return response.status === 422 && namesEmail(await response.json()) ? 'email-in-use' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Whether a response reports the e-mail field: `{ field }`, `{ errors: { email } }` or `{ errors: [{ field }] }`. */
export function namesEmail(answer: unknown): boolean {
  if (answer === 'email') return true;
  if (typeof answer !== 'object' || answer === null) return false;
  const { field, errors } = answer as { readonly field?: unknown; readonly errors?: unknown };
  if (field === 'email') return true;
  if (Array.isArray(errors)) return errors.some(namesEmail);
  return typeof errors === 'object' && errors !== null && 'email' in errors;
}
