// An alert on the phone of the person on duty, at night.

import type { ReactNode } from 'react';
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
