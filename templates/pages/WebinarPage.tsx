// A webinar: date in both time zones, a file for calendars, content, agenda, speakers, and the form to register or get the recording.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { EventFacts, LocalTime } from '../components/EventFacts.tsx';
import { Form } from '../components/Form.tsx';
import { Image } from '../components/Image.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { FormInput, WebinarProps } from '../page-input.ts';
import './WebinarPage.css';

/** The grid of the agenda: a line each ten minutes. */
const GRID_STEP = 10;

export function WebinarPage(props: WebinarProps): ReactNode {
  const { content, related, isCurrent, speakers } = props;
  const { t } = useWords();
  /** Before the event its opening shows who speaks, and the minutes. */
  const isLive = isCurrent && speakers.some(({ photo }) => photo !== null);
  return (
    <>
      <article className="webinar">
        <WebinarOpening webinar={props} isLive={isLive} />
        <div className="webinar__body split split--top">
          <div>
            <Blocks blocks={content} />
            {isLive ? null : (
              <>
                <Agenda {...props} />
                <Speakers speakers={speakers} />
              </>
            )}
          </div>
          <WebinarForm {...props} />
        </div>
      </article>
      {related.length === 0 ? null : <RelatedCards title={t('webinars.related')} cards={related} />}
    </>
  );
}

function WebinarOpening({ webinar, isLive }: { readonly webinar: WebinarProps; readonly isLive: boolean }): ReactNode {
  const { title, description, image, startsAt, fields, calendarHref, form } = webinar;
  const { t, wordsLang } = useWords();
  const live = isLive ? (
    <>
      <div className="speakers people people--rows">
        {image === null ? null : (
          <div className="viewfinder">
            <Image image={image} isFirst sizes="(min-width: 900px) 46vw, 100vw" />
          </div>
        )}
        <SpeakerList speakers={webinar.speakers} isHeadingHidden />
      </div>
      <Agenda {...webinar} isLarge />
    </>
  ) : null;
  return (
    <PageOpening title={title} subtitle={description} image={image} screen={fields.screen ?? null} beside={live}>
      <div className="webinar__when">
        <EventFacts startsAt={startsAt} fields={fields} />
        {startsAt === null || calendarHref === null ? null : <LocalTime startsAt={startsAt} />}
        <a className={isLive ? 'button' : 'button to-form'} href={`#${form.id}`} lang={wordsLang}>
          {isLive ? t('webinars.register') : t('common.toForm')}
        </a>
        <CalendarLink href={calendarHref} />
      </div>
    </PageOpening>
  );
}

function CalendarLink({ href }: { readonly href: string | null }): ReactNode {
  const { t, wordsLang } = useWords();
  if (href === null) return null;
  return (
    <a className="button button--quiet" href={href} download lang={wordsLang}>
      {t('webinars.calendar')}
    </a>
  );
}

interface AgendaProps extends Pick<WebinarProps, 'agenda' | 'fields'> {
  /** In the opening, across the page. */
  readonly isLarge?: boolean;
}

/** The parts of the event. With times, each has a bar from its start to its end. */
function Agenda({ agenda, fields, isLarge = false }: AgendaProps): ReactNode {
  const { t, wordsLang } = useWords();
  if (agenda.length === 0) return null;
  const total = fields.duration_minutes ?? 0;
  const starts = [...agenda.map(({ time }) => minutesOf(time)), total];
  const isTimed = starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? total));
  return (
    <section className={isLarge ? 'agenda' : 'agenda section'}>
      <h2 lang={wordsLang}>{t('webinars.agenda')}</h2>
      <ol className="timeline">
        {agenda.map(({ time, title }, index) => (
          <li key={title}>
            {time === null ? null : <span className="timeline__time">{time}</span>}
            <span>{title}</span>
            {isTimed ? <Minutes from={starts[index] ?? 0} to={starts[index + 1] ?? total} total={total} /> : null}
          </li>
        ))}
        {isTimed && isLarge ? <Scale total={total} /> : null}
      </ol>
    </section>
  );
}

/** Minutes of '1:20'; not a number without a time, so that nothing is later. */
function minutesOf(time: string | null): number {
  const [hours = Number.NaN, minutes = Number.NaN] = (time ?? '').split(':').map(Number);
  return hours * 60 + minutes;
}

function Minutes({ from, to, total }: { readonly from: number; readonly to: number; readonly total: number }) {
  const lines = Array.from({ length: Math.floor(total / GRID_STEP) + 1 }, (_, index) => `M${index * GRID_STEP} 0V1`);
  return (
    <svg viewBox={`0 0 ${total} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path className="plot__axes" d={lines.join('')} vectorEffect="non-scaling-stroke" />
      <path d={`M${from} .5H${to}`} stroke="currentColor" strokeWidth="14" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** The minutes of the lines, below the bars. */
function Scale({ total }: { readonly total: number }): ReactNode {
  return (
    <li aria-hidden="true">
      <span />
      <svg overflow="visible" fontSize="14" fill="currentColor" aria-hidden="true">
        {Array.from({ length: Math.floor(total / GRID_STEP) + 1 }, (_, index) => index * GRID_STEP).map((minute) => (
          <text
            key={minute}
            x={`${(minute / total) * 100}%`}
            y="18"
            textAnchor={minute === 0 ? 'start' : minute === total ? 'end' : 'middle'}
          >
            {minute}
          </text>
        ))}
      </svg>
    </li>
  );
}

function Speakers({ speakers }: Pick<WebinarProps, 'speakers'>): ReactNode {
  if (speakers.length === 0) return null;
  return (
    <section className="speakers section">
      <SpeakerList speakers={speakers} />
    </section>
  );
}

interface SpeakerListProps extends Pick<WebinarProps, 'speakers'> {
  readonly isHeadingHidden?: boolean;
}

function SpeakerList({ speakers, isHeadingHidden = false }: SpeakerListProps): ReactNode {
  const { t, wordsLang } = useWords();
  return (
    <>
      <h2 className={isHeadingHidden ? 'visually-hidden' : undefined} lang={wordsLang}>
        {t('webinars.speakers')}
      </h2>
      <People people={speakers} level={3} isRow />
    </>
  );
}

/** After the event, the same form requests the recording. */
function WebinarForm({ form, isCurrent }: Pick<WebinarProps, 'form' | 'isCurrent'>): ReactNode {
  const { t } = useWords();
  const titled: FormInput = isCurrent
    ? { ...form, title: form.title ?? t('webinars.register'), button: form.button ?? t('webinars.registerButton') }
    : { ...form, title: form.title ?? t('webinars.recording'), button: form.button ?? t('webinars.recordingButton') };
  return <Form form={titled} />;
}
