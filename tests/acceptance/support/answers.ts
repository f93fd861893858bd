// Answers of a server that differ from what a host says.

import type { Answer } from './site-server.ts';

/** Never answers. */
export const never: Answer = () => {};
/** Cuts the connection. */
export const cut: Answer = (request) => request.socket.destroy();
/** Answers with a status and no more. */
export const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'text/plain' }).end(String(code));
/** Answers JSON. */
export const json =
  (value: unknown, code = 200): Answer =>
  (_request, response) =>
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
/** Answers the first requests one after the other as they are listed, all later ones as the last of them. */
export function inTurn(...turns: readonly Answer[]): Answer {
  let turn = 0;
  return (request, response, body) => {
    const answer = turns[Math.min(turn, turns.length - 1)];
    turn += 1;
    answer?.(request, response, body);
  };
}
