import type { Notice } from '@polypost/sdk'
import type { NoticeGroup } from '../data/notices.ts'
import { words } from './words.ts'

type Sentences = Readonly<Record<Notice['type'], (platforms: string, until: string) => string>>

/** The texts of notices: in the list, and from the browser. */
export const noticeWords = words(
  {
    groups: {
      signIn: 'Your sign-in',
      unknown: 'Was it published?',
      unfinished: 'Finish it in the app',
      failed: 'Failed posts',
      deletions: 'Deleted by a key',
      drafts: 'Drafts to approve',
      replies: 'Replies to approve',
      stopped: 'Auto-replies that wait',
      accounts: 'Accounts to connect again',
      webhooks: 'Endpoints that get nothing',
    } satisfies Record<NoticeGroup, string>,
    sentences: {
      post_unknown: (platforms) => `${platforms} did not say whether it is published. Look there, then say so here.`,
      post_unfinished: (platforms, until) => `${platforms} waits for you to finish it in its app, until ${until}.`,
      post_failed: (platforms) => `Not published on ${platforms}.`,
      posts_deleted: () => 'This key deleted more than 5 posts within an hour. You can bring them back for 30 days.',
      draft_waiting: (platforms) => (platforms ? `For ${platforms}.` : 'Without a platform yet.'),
      reply_waiting: (platforms) => `An answer to this comment on ${platforms} is written.`,
      replies_stopped: () =>
        'The language-model tokens of this month are used up. Comments get replies again next month, or when the operator allows more.',
      account_reconnect: (platforms) =>
        `The sign-in at ${platforms} has ended. Nothing is published there until you sign in again.`,
      account_blocked: (platforms) => `A permission for ${platforms} is missing, so nothing can be published there.`,
      account_ending: (platforms, until) => `The sign-in at ${platforms} ends ${until}.`,
      webhook_disabled: () => 'It is disabled, and gets no events.',
      webhook_failing: () => 'It takes no events. Each is sent again for a while.',
      code_refused: () => 'Somebody entered your password and a wrong code. If it wasn’t you, change your password.',
    } satisfies Sentences,
    untitled: 'Without text',
  },
  {
    groups: {
      signIn: 'Ihre Anmeldung',
      unknown: 'Wurde es veröffentlicht?',
      unfinished: 'In der App abschließen',
      failed: 'Fehlgeschlagene Beiträge',
      deletions: 'Von einem Schlüssel gelöscht',
      drafts: 'Entwürfe zur Freigabe',
      replies: 'Antworten zur Freigabe',
      stopped: 'Auto-Antworten, die warten',
      accounts: 'Konten neu zu verbinden',
      webhooks: 'Endpunkte, bei denen nichts ankommt',
    },
    sentences: {
      post_unknown: (platforms) =>
        `${platforms} hat nicht gesagt, ob es veröffentlicht ist. Sehen Sie dort nach und sagen Sie es dann hier.`,
      post_unfinished: (platforms, until) =>
        `${platforms} wartet bis ${until} darauf, dass Sie es in der App abschließen.`,
      post_failed: (platforms) => `Nicht veröffentlicht auf ${platforms}.`,
      posts_deleted: () =>
        'Dieser Schlüssel hat in einer Stunde mehr als 5 Beiträge gelöscht. 30 Tage lang lassen sie sich zurückholen.',
      draft_waiting: (platforms) => (platforms ? `Für ${platforms}.` : 'Noch ohne Plattform.'),
      reply_waiting: (platforms) => `Eine Antwort auf diesen Kommentar bei ${platforms} ist geschrieben.`,
      replies_stopped: () =>
        'Die Tokens des Sprachmodells für diesen Monat sind aufgebraucht. Kommentare werden im nächsten Monat wieder beantwortet, oder wenn der Betreiber mehr erlaubt.',
      account_reconnect: (platforms) =>
        `Die Anmeldung bei ${platforms} ist abgelaufen. Dort wird nichts veröffentlicht, bis Sie sich neu anmelden.`,
      account_blocked: (platforms) =>
        `Eine Berechtigung für ${platforms} fehlt, deshalb kann dort nichts veröffentlicht werden.`,
      account_ending: (platforms, until) => `Die Anmeldung bei ${platforms} endet: ${until}.`,
      webhook_disabled: () => 'Er ist ausgeschaltet und bekommt keine Ereignisse.',
      webhook_failing: () => 'Er nimmt keine Ereignisse an. Jedes wird noch eine Weile erneut gesendet.',
      code_refused: () =>
        'Jemand hat Ihr Passwort und einen falschen Code eingegeben. Waren Sie es nicht, ändern Sie Ihr Passwort.',
    },
    untitled: 'Ohne Text',
  },
)
