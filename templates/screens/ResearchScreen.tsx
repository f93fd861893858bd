// A question to a market: shares of the answers, each with its interval.

import type { ReactNode } from 'react';
import { useFigures } from './parts.tsx';

/** The scale of the chart ends here. */
const MOST = 40;

export function ResearchScreen(): ReactNode {
  const { t, percent } = useFigures();
  const answers = [
    [t('section.screen.wantHot'), 34, 3.8],
    [t('section.screen.wantLid'), 27, 3.6],
    [t('section.screen.wantCar'), 18, 3.1],
    [t('section.screen.wantParts'), 14, 2.8],
    [t('section.screen.wantColour'), 7, 2],
  ] as const;
  return (
    <div className="research">
      <p className="research__question">{t('section.screen.researchQuestion')}</p>
      <ul className="research__answers">
        {answers.map(([answer, share, margin]) => (
          <li key={answer}>
            <span>{answer}</span>
            <b>{percent(share / 100)}</b>
            <Interval share={share} margin={margin} />
          </li>
        ))}
      </ul>
      <p className="research__basis tone tone--positive">{t('section.screen.basis')}</p>
    </div>
  );
}

/** A share as a bar, and the whiskers of its interval. */
function Interval({ share, margin }: { readonly share: number; readonly margin: number }): ReactNode {
  const at = (value: number) => Math.round((value / MOST) * 3000) / 10;
  return (
    <svg className="interval" viewBox="0 0 300 20" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar__ground" y="5" width="300" height="10" />
      <rect className="bar__share" y="5" width={at(share)} height="10" />
      <path
        d={`M${at(share - margin)} 10H${at(share + margin)}M${at(share - margin)} 3V17M${at(share + margin)} 3V17`}
      />
    </svg>
  );
}
