// The country of a phone number, and its metadata, which is loaded on the first focus. The default is the country of the visitor.

import { useEffect, useRef, useState } from 'react';
import { BROWSER_WAIT_MS } from '../../config/constants.ts';
import { readClientConfig } from '../client-config.ts';
import { loadCountry } from '../geo.ts';
import { wait } from '../wait.ts';
import type { CountryChoice } from './FormView.tsx';
import type { Country } from './phone.ts';

/** A number as E.164; null if it is not valid. */
export type ParsePhone = (text: string) => string | null;

/** Metadata of phone numbers. */
export interface PhoneRules {
  readonly parse: ParsePhone;
  /** The country of a number: its own, else the chosen one. */
  readonly findCountry: (text: string) => string;
}

/** The phone number of a form. */
export interface PhoneState {
  readonly choice: CountryChoice;
  /** Loads the metadata once; null if it takes too long. */
  readonly prepare: () => Promise<PhoneRules | null>;
  /** Chooses the country of a number that begins with '+', once the metadata is loaded. */
  readonly follow: (text: string) => void;
}

/** State of the phone number of a form. */
export function usePhone(): PhoneState {
  const [code, setCode] = useState('');
  const [countries, setCountries] = useState<readonly Country[]>([]);
  const chosen = useRef(code);
  const loading = useRef<Promise<typeof import('./phone.ts') | null>>(undefined);
  const hasChosen = useRef(false);

  const choose = (country: string) => {
    chosen.current = country;
    setCode(country);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form starts
  useEffect(() => choose(readClientConfig(document)?.country ?? ''), []);
  const load = async () => {
    try {
      // A reload would lose the input.
      const phone = await import('./phone.ts');
      setCountries(phone.listCountries(document.documentElement.lang));
      void loadCountry().then((country) => {
        if (!hasChosen.current && phone.isCountry(country)) choose(country);
      });
      return phone;
    } catch {
      return null;
    }
  };
  return {
    choice: {
      code,
      countries,
      onChange: ({ currentTarget }) => {
        hasChosen.current = true;
        choose(currentTarget.value);
      },
    },
    follow: (text) => {
      void loading.current?.then((phone) => {
        const country = phone?.findCountry(text) ?? null;
        if (country === null || country === chosen.current) return;
        hasChosen.current = true;
        choose(country);
      });
    },
    prepare: async () => {
      loading.current ??= load();
      const phone = await Promise.race([loading.current, wait(BROWSER_WAIT_MS).then(() => null)]);
      if (phone === null) return null;
      return {
        parse: (text) => phone.parsePhone(text, chosen.current),
        findCountry: (text) => phone.findCountry(text) ?? chosen.current,
      };
    },
  };
}
