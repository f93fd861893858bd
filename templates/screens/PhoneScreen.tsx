// An alert on the phone of the person on duty, at night.

import type { ReactNode } from 'react';
import { Plot } from './FigureScreens.tsx';
import { AppMark, useFigures } from './parts.tsx';
import { LampScene } from './snacks.tsx';

export function PhoneScreen(): ReactNode {
  const { t, brand } = useFigures();
  return (
    <div className="close phone">
      <div className="phone__case">
        <p className="phone__date">{t('section.screen.phoneDate')}</p>
        <time className="phone__time">03:12</time>
        <div className="phone__alert">
          <p className="phone__app">
            <AppMark />
            <span translate="no">{brand}</span> <small>{t('section.screen.phoneNow')}</small>
          </p>
          <p>
            <b>{t('section.screen.phoneTitle')}</b>
          </p>
          <p>{t('section.screen.phoneText')}</p>
          <div className="phone__picture">
            <LampScene />
          </div>
          <p className="phone__buttons">
            <b>{t('section.screen.onIt')}</b>
            <b>{t('section.screen.phoneWake')}</b>
          </p>
        </div>
        <p className="phone__quiet">{t('section.screen.phoneQuiet')}</p>
      </div>
    </div>
  );
}

/** The time between the photos of the alert and the first word about them. */
export function NightGap(): ReactNode {
  const { t } = useFigures();
  return (
    <Plot height={120}>
      <line x1="14" x2="100%" y1="74" y2="74" strokeWidth="4" className="tone--negative" strokeDasharray="2 7" />
      <circle className="stack tone--negative" cx="9" cy="74" r="9" />
      <circle className="stack stack--1" cx="100%" cy="74" r="9" transform="translate(-9)" />
      <g fill="currentColor">
        <text y="48" className="plot__large">
          03:12
        </text>
        <text x="100%" y="48" textAnchor="end" className="plot__large">
          05:14
        </text>
      </g>
      <text y="110">{t('section.screen.gapPhotos')}</text>
      <text x="100%" y="110" textAnchor="end">
        {t('section.screen.gapWords')}
      </text>
    </Plot>
  );
}
