// Courtesy towards other hosts: one request at a time and host with a pause between two, a budget a run, and the wait that
// a host asks for. Relied on afterwards: a host that wants to be left alone is left alone for the rest of the run.

import { setTimeout as wait } from 'node:timers/promises';

/** How a host is treated. */
export interface GateLimits {
  /** Requests a host and run. */
  readonly budget: number;
  /** Between two requests to one host. */
  readonly pauseMs: number;
  /** A longer Retry-After closes the host for this run. */
  readonly longestWaitMs: number;
}

/** Lets requests through, host by host. */
export interface HostGate {
  /** Runs a request when its host may be asked; null where it may not be asked any more in this run. */
  readonly run: <T>(host: string, request: () => Promise<T>) => Promise<T | null>;
  /** A host asked to be left alone. Whether it is worth waiting for. */
  readonly postpone: (host: string, milliseconds: number | null) => boolean;
}

interface HostState {
  turn: Promise<unknown>;
  left: number;
  opensAt: number;
  isClosed: boolean;
}

/** Makes the gate of one run. */
export function createHostGate({ budget, pauseMs, longestWaitMs }: GateLimits, signal: AbortSignal): HostGate {
  const states = new Map<string, HostState>();
  const stateOf = (host: string) => {
    const state = states.get(host) ?? { turn: Promise.resolve(), left: budget, opensAt: 0, isClosed: false };
    states.set(host, state);
    return state;
  };
  return {
    run: async (host, request) => {
      const state = stateOf(host);
      const before = state.turn;
      const own = Promise.withResolvers<void>();
      state.turn = own.promise;
      try {
        await before;
        if (state.isClosed || state.left <= 0) return null;
        await wait(Math.max(0, state.opensAt - performance.now()), undefined, { signal });
        state.left -= 1;
        return await request();
      } finally {
        state.opensAt = Math.max(state.opensAt, performance.now() + pauseMs);
        own.resolve();
      }
    },
    postpone: (host, milliseconds) => {
      const state = stateOf(host);
      if (milliseconds === null || milliseconds > longestWaitMs) {
        state.isClosed = true;
        return false;
      }
      state.opensAt = performance.now() + milliseconds;
      return true;
    },
  };
}
