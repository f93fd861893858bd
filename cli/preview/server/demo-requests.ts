// Answers forms in a preview like the real endpoint. Submissions are kept in memory, printed and not sent anywhere. An
// e-mail address that starts with a status gets that status: 409@example.com, 422@…, 500@….

import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { parseJson } from '../../facts/structured-data-facts.ts';
import type { Report } from '../../report/report-event.ts';
import { printableText } from '../../text/printable-text.ts';
import { readText, sendJson, sendRedirect, sendText } from './send.ts';

interface DemoRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly status: number;
}

/** Where forms are sent, unless the site has another address. */
export const DEMO_ENDPOINT = '/api/demo-request';
const jsonSchema = z.record(z.string(), z.unknown());
const MAX_KEPT = 50;
const MAX_FIELDS = 50;
/** Longest printed submission, in characters. */
const MAX_SHOWN = 2000;

export type DemoRequests = ReturnType<typeof createDemoRequests>;

export function createDemoRequests(report: Report) {
  /** Newest first. */
  let list: readonly DemoRequest[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    if (body === null) return sendText(request, response, 413, 'The form is too large.');
    const isJson = (request.headers['content-type'] ?? '').startsWith('application/json');
    const values = isJson ? jsonSchema.safeParse(parseJson(body)).data : Object.fromEntries(new URLSearchParams(body));
    if (values === undefined) return sendText(request, response, 400, 'The body is not a JSON object.');
    const fields: DemoRequest['fields'] = Object.fromEntries(
      Object.entries(values)
        .slice(0, MAX_FIELDS)
        .map(([name, field]) => [name, typeof field === 'string' ? field : JSON.stringify(field)]),
    );
    const status = Number(/^(409|422|500)\b/.exec(fields.email?.trim() ?? '')?.[1] ?? 200);
    list = [{ at: new Date().toISOString(), fields, status }, ...list].slice(0, MAX_KEPT);
    const text = printableText(JSON.stringify(fields), MAX_SHOWN);
    report({ kind: 'log', level: 'info', text: `A form was sent and answered ${status}: ${text}` });
    const success = isJson ? null : findOwnPath(fields.success ?? '');
    if (status === 200 && success !== null) return sendRedirect(response, 303, success);
    sendJson(request, response, status, ANSWERS[status]);
  };
  return { answer, list: () => list };
}

const ANSWERS: Readonly<Record<number, unknown>> = {
  200: { success: true },
  409: { message: 'The e-mail is currently in use.' },
  422: { message: 'The data is not valid.', errors: { email: ['The e-mail is currently in use.'] } },
  500: { message: 'Server Error' },
};

const ORIGIN = 'http://preview.invalid';

/** The path as a browser reads it, without tabs and line breaks; null unless it stays on this site. */
function findOwnPath(text: string): string | null {
  const url = text.startsWith('/') ? URL.parse(text, ORIGIN) : null;
  if (url?.origin !== ORIGIN) return null;
  const path = url.href.slice(ORIGIN.length);
  return path.startsWith('//') ? null : path;
}
