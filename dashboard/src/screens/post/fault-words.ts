import type { Job } from '@polypost/sdk'
import { words } from '../../words/words.ts'

type JobError = NonNullable<Job['error']>

interface Fault {
  readonly heading: (platform: string) => string
  readonly fault: string
}

const account = 'The account’s'
const content = 'The content’s'
const platform = 'The platform’s'
const instance = 'This instance’s'

const kontos = 'Beim Konto'
const inhalts = 'Beim Inhalt'
const plattforms = 'Bei der Plattform'
const instanz = 'Bei dieser Instanz'

/** Why a job failed, as a heading, and whose fault it is. The sentence of the API says the rest. */
export const faultWords = words<Readonly<Record<JobError, Fault>>>(
  {
    token_expired: { heading: () => 'The sign-in has ended', fault: account },
    reconnect_required: { heading: () => 'The sign-in has ended', fault: account },
    account_disconnected: { heading: () => 'The account is disconnected', fault: account },
    permission_missing: { heading: () => 'A permission is missing', fault: account },
    duplicate_content: { heading: () => 'It is there already', fault: content },
    content_rejected: { heading: (name) => `${name} did not take the post`, fault: content },
    media_rejected: { heading: (name) => `${name} did not take a file`, fault: content },
    media_unavailable: { heading: () => 'A file could not be fetched', fault: instance },
    platform_rejected: { heading: (name) => `${name} refused it`, fault: platform },
    rate_limited: { heading: (name) => `${name} takes no more for now`, fault: platform },
    quota_exhausted: { heading: (name) => `${name} takes no more for now`, fault: platform },
    platform_unavailable: { heading: (name) => `${name} could not be reached`, fault: platform },
    action_expired: { heading: () => 'The time to finish it is over', fault: 'Nobody’s' },
    schedule_missed: { heading: () => 'Its time is long over', fault: instance },
    internal_error: { heading: () => 'Something broke here', fault: instance },
  },
  {
    token_expired: { heading: () => 'Die Anmeldung ist beendet', fault: kontos },
    reconnect_required: { heading: () => 'Die Anmeldung ist beendet', fault: kontos },
    account_disconnected: { heading: () => 'Das Konto ist getrennt', fault: kontos },
    permission_missing: { heading: () => 'Eine Berechtigung fehlt', fault: kontos },
    duplicate_content: { heading: () => 'Das gibt es dort schon', fault: inhalts },
    content_rejected: { heading: (name) => `${name} hat den Beitrag nicht angenommen`, fault: inhalts },
    media_rejected: { heading: (name) => `${name} hat eine Datei nicht angenommen`, fault: inhalts },
    media_unavailable: { heading: () => 'Eine Datei war nicht abrufbar', fault: instanz },
    platform_rejected: { heading: (name) => `${name} hat abgelehnt`, fault: plattforms },
    rate_limited: { heading: (name) => `${name} nimmt gerade nichts mehr an`, fault: plattforms },
    quota_exhausted: { heading: (name) => `${name} nimmt gerade nichts mehr an`, fault: plattforms },
    platform_unavailable: { heading: (name) => `${name} war nicht erreichbar`, fault: plattforms },
    action_expired: { heading: () => 'Die Zeit zum Abschließen ist vorbei', fault: 'Niemandes Fehler' },
    schedule_missed: { heading: () => 'Der Zeitpunkt ist lange vorbei', fault: instanz },
    internal_error: { heading: () => 'Hier ist etwas kaputtgegangen', fault: instanz },
  },
)

export const problemWords = words(
  {
    whoseFault: 'Whose fault',
    attempts: 'Attempts',
    connectAgain: 'Connect again',
    again: 'Try again',
    editAndPublish: 'Edit and publish',
    said: (name: string) => `What ${name} said`,
    hideSaid: 'Hide it',
    wasIt: 'Was it published?',
    finish: (name: string) => `Finish it in the ${name} app`,
    until: (time: string) => `Until ${time}.`,
    lookAt: 'Look here:',
    yes: 'Yes, it is there',
    no: 'No, publish it again',
    attach: 'Attach the address',
    address: 'Address of the post',
    save: 'Save',
    back: 'Back',
  },
  {
    whoseFault: 'Wo der Fehler liegt',
    attempts: 'Versuche',
    connectAgain: 'Neu verbinden',
    again: 'Noch einmal versuchen',
    editAndPublish: 'Bearbeiten und veröffentlichen',
    said: (name: string) => `Was ${name} gesagt hat`,
    hideSaid: 'Ausblenden',
    wasIt: 'Wurde es veröffentlicht?',
    finish: (name: string) => `In der App von ${name} abschließen`,
    until: (time: string) => `Bis ${time}.`,
    lookAt: 'Sehen Sie hier nach:',
    yes: 'Ja, es ist da',
    no: 'Nein, noch einmal veröffentlichen',
    attach: 'Adresse anfügen',
    address: 'Adresse des Beitrags',
    save: 'Speichern',
    back: 'Zurück',
  },
)
