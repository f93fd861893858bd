// Answers forms in a preview like the real endpoint. Submissions are kept in memory, shown to the editor and not sent anywhere. An
// e-mail address that starts with a status gets that status: 409@example.com, 422@…, 500@….

import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, sendJson, sendRedirect, sendText } from './send.ts';

/** A submission. */
export interface DemoRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
}

/** The submissions of a preview, newest first. */
export interface DemoRequests {
  readonly list: () => readonly DemoRequest[];
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

const MAX_KEPT = 50;
const MAX_FIELDS = 50;

/** Creates an empty list. `onRequest` is called after each submission. */
export function createDemoRequests(onRequest: () => void): DemoRequests {
  let kept: readonly DemoRequest[] = [];
  return {
    list: () => kept,
    answer: async (request, response) => {
      const body = await readBody(request);
      if (body === null) return sendText(request, response, 413, 'The form is too large.');
      const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
      const fields = isJson
        ? parseJsonFields(body)
        : Object.fromEntries([...new URLSearchParams(body)].slice(0, MAX_FIELDS));
      if (fields === null) return sendText(request, response, 400, 'The body is not a JSON object.');
      const status = statusFor(fields);
      kept = [{ at: new Date().toISOString(), fields, status }, ...kept].slice(0, MAX_KEPT);
      onRequest();
      const success = isJson ? null : findOwnPath(fields.success ?? '');
      if (status === 200 && success !== null) return sendRedirect(response, 303, success);
      sendJson(request, response, status, ANSWERS[status]);
    },
  };
}

const ANSWERS: Readonly<Record<number, unknown>> = {
  200: { success: true },
  409: { message: 'The e-mail is currently in use.' },
  422: { message: 'The data is not valid.', errors: { email: ['The e-mail is currently in use.'] } },
  500: { message: 'Server Error' },
};

function statusFor({ email = '' }: DemoRequest['fields']): number {
  const asked = Number(/^(409|422|500)\b/.exec(email.trim())?.[1]);
  return Number.isNaN(asked) ? 200 : asked;
}

const ORIGIN = 'http://preview.invalid';

/** The path as a browser reads it, without tabs and line breaks; null unless it stays on this site. */
function findOwnPath(text: string): string | null {
  const url = text.startsWith('/') ? URL.parse(text, ORIGIN) : null;
  if (url?.origin !== ORIGIN) return null;
  const path = url.href.slice(ORIGIN.length);
  return path.startsWith('//') ? null : path;
}

function parseJsonFields(body: string): DemoRequest['fields'] | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, MAX_FIELDS)
        .map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)]),
    );
  } catch {
    return null;
  }
}
