// The country beside a phone number, and the metadata behind it: loaded on the first focus, preset from where the visitor
// seems to be unless the visitor has chosen.

import { useEffect, useRef, useState } from 'react';
import { BROWSER_WAIT_MS } from '../../config/constants.ts';
import { readClientConfig } from '../client-config.ts';
import { loadGeo } from '../geo.ts';
import { wait } from '../wait.ts';
import type { CountryChoice } from './FormView.tsx';
import type { Country } from './phone.ts';

/** A number as E.164, or null where it is not possible. */
export type ParsePhone = (text: string) => string | null;

/** The phone number of a form. */
export interface PhoneState {
  readonly choice: CountryChoice;
  /** Loads the metadata, once; null where it cannot be had in a visitor's time. */
  readonly prepare: () => Promise<ParsePhone | null>;
}

/** State of a form's phone number. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form wakes
  useEffect(() => choose(readClientConfig(document)?.country ?? ''), []);
  const load = async () => {
    try {
      // Not worth a reload: that would lose what was typed.
      const phone = await import('./phone.ts');
      setCountries(phone.listCountries(document.documentElement.lang));
      void loadGeo().then(({ country }) => {
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
    prepare: async () => {
      loading.current ??= load();
      const phone = await Promise.race([loading.current, wait(BROWSER_WAIT_MS).then(() => null)]);
      return phone === null ? null : (text) => phone.parsePhone(text, chosen.current);
    },
  };
}
