// A webinar: date in both time zones, a file for calendars, content, agenda, speakers, and the form to register or get the recording.

import type { ReactNode } from 'react';
import { Blocks } from '../components/Blocks.tsx';
import { RelatedCards } from '../components/CardGrid.tsx';
import { EventFacts, LocalTime } from '../components/EventFacts.tsx';
import { Form } from '../components/Form.tsx';
import { PageOpening } from '../components/PageOpening.tsx';
import { People } from '../components/People.tsx';
import { useWords } from '../contexts.ts';
import type { FormInput, WebinarProps } from '../page-input.ts';
import './WebinarPage.css';

export function WebinarPage(props: WebinarProps): ReactNode {
  const { title, description, image, startsAt, fields, agenda, speakers, content, related } = props;
  const { t, wordsLang } = useWords();
  return (
    <>
      <article className="webinar">
        <PageOpening title={title} subtitle={description} image={image} screen={fields.screen ?? null}>
          <div className="webinar__when">
            <EventFacts startsAt={startsAt} fields={fields} />
            <CalendarLink href={props.calendarHref} />
            <a className="button to-form" href={`#${props.form.id}`} lang={wordsLang}>
              {t('common.toForm')}
            </a>
          </div>
          {startsAt === null || props.calendarHref === null ? null : <LocalTime startsAt={startsAt} />}
        </PageOpening>
        <div className="webinar__body split split--top">
          <div>
            <Blocks blocks={content} />
            <Agenda agenda={agenda} />
            <Speakers speakers={speakers} />
          </div>
          <WebinarForm {...props} />
        </div>
      </article>
      {related.length === 0 ? null : <RelatedCards title={t('webinars.related')} cards={related} />}
    </>
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

function Agenda({ agenda }: Pick<WebinarProps, 'agenda'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (agenda.length === 0) return null;
  return (
    <section className="agenda">
      <h2 lang={wordsLang}>{t('webinars.agenda')}</h2>
      <ol className="timeline">
        {agenda.map(({ time, title }) => (
          <li key={title}>
            {time === null ? null : <span className="timeline__time">{time}</span>}
            {title}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Speakers({ speakers }: Pick<WebinarProps, 'speakers'>): ReactNode {
  const { t, wordsLang } = useWords();
  if (speakers.length === 0) return null;
  return (
    <section className="speakers">
      <h2 lang={wordsLang}>{t('webinars.speakers')}</h2>
      <People people={speakers} level={3} isRow />
    </section>
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
