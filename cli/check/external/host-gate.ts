// Limits requests to other hosts: one at a time per host, a pause between two, a maximum per run, and the wait of Retry-After.
// A host with a long Retry-After gets no more requests in this run.

import { setTimeout as wait } from 'node:timers/promises';

/** Limits for each host. */
export interface GateLimits {
  /** Requests per run. */
  readonly budget: number;
  /** Pause between two requests. */
  readonly pauseMs: number;
  /** A longer Retry-After closes the host for this run. */
  readonly longestWaitMs: number;
}

/** Delays or refuses requests, host by host. */
export interface HostGate {
  /** Runs a request when its host is free; null if the host gets no more requests in this run. */
  readonly run: <T>(host: string, request: () => Promise<T>) => Promise<T | null>;
  /** Waits before the next request. Returns false if the wait is too long: then the host gets no more requests. */
  readonly postpone: (host: string, milliseconds: number | null) => boolean;
}

interface HostState {
  turn: Promise<unknown>;
  left: number;
  opensAt: number;
  isClosed: boolean;
}

/** Creates the gate for one run. */
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
