import type { AuditChange } from '@polypost/sdk'
import type { AuditAction, AuditTopic } from '../../data/audit.ts'
import { words } from '../../words/words.ts'

interface AuditWords {
  readonly title: string
  readonly what: string
  readonly none: string
  readonly noneFound: string
  readonly showAll: string
  readonly more: string
  readonly who: string
  readonly everybody: string
  readonly gone: string
  readonly topic: string
  readonly everything: string
  readonly topics: Readonly<Record<AuditTopic, string>>
  readonly key: (name: string) => string
  readonly byLink: string
  readonly byOperator: string
  readonly from: (address: string) => string
  /** `{who}` is who did it, `{it}` what it was about. */
  readonly sentences: Readonly<Record<AuditAction, string>>
  /** For what a newer version wrote; `{action}` is its name. */
  readonly newer: string
  readonly fields: Readonly<Record<AuditChange['field'], string>>
  readonly plans: Readonly<Record<number, string>>
  readonly nothing: string
  readonly yes: string
  readonly no: string
}

export const auditWords = words<AuditWords>(
  {
    title: 'Audit log',
    what: 'The audit log',
    none: 'Nothing was done yet. Sign-ins and changes will stand here.',
    noneFound: 'Nothing was found.',
    showAll: 'Show everything',
    more: 'Show older ones',
    who: 'Who',
    everybody: 'Everybody',
    gone: 'Somebody who was removed',
    topic: 'What',
    everything: 'Everything',
    topics: {
      signIns: 'Sign-ins',
      people: 'People and invites',
      keys: 'API keys',
      accounts: 'Accounts',
      settings: 'Plan, profiles and settings',
      webhooks: 'Webhooks',
      apps: 'Developer apps',
      posts: 'Posts',
    },
    key: (name) => `The key “${name}”`,
    byLink: 'Somebody with a link',
    byOperator: 'The command line',
    from: (address) => `from ${address}`,
    sentences: {
      'session.started': '{who} signed in',
      'session.refused': 'A sign-in as {who} was refused',
      'session.ended': '{who} signed out',
      'password.changed': '{who} chose a new password',
      'second_factor.added': '{who} turned on a second factor',
      'second_factor.removed': '{who} turned off the second factor',
      'oidc.linked': '{who} linked single sign-on',
      'oidc.unlinked': '{who} unlinked single sign-on',
      'person.added': '{who} joined as {it}',
      'person.changed': '{who} changed the person {it}',
      'person.removed': '{who} removed the person {it}',
      'invite.created': '{who} invited {it}',
      'invite.deleted': '{who} deleted the invite of {it}',
      'key.created': '{who} created the key {it}',
      'key.changed': '{who} changed the key {it}',
      'key.revoked': '{who} revoked the key {it}',
      'key.kept': '{who} kept the key {it} as a service key',
      'user.created': '{who} created the user {it}',
      'user.changed': '{who} changed the plan of {it}',
      'profile.created': '{who} created the profile {it}',
      'profile.deleted': '{who} deleted the profile {it}',
      'account.connected': '{who} connected the account {it}',
      'account.disconnected': '{who} disconnected the account {it}',
      'settings.changed': '{who} changed the settings of the profile {it}',
      'webhook.created': '{who} added the webhook {it}',
      'webhook.changed': '{who} changed the webhook {it}',
      'webhook.secret_rotated': '{who} made a new secret for the webhook {it}',
      'webhook.deleted': '{who} deleted the webhook {it}',
      'webhook.enabled': '{who} enabled the webhook {it} again',
      'callback_secret.read': '{who} read the secret for callbacks',
      'callback_secret.rotated': '{who} made a new secret for callbacks',
      'app.stored': '{who} stored the developer app for {it}',
      'app.deleted': '{who} deleted the developer app for {it}',
      'post.cancelled': '{who} cancelled the post {it}',
      'post.deleted': '{who} deleted the post {it}',
      'post.restored': '{who} brought back the post {it}',
    },
    newer: '{who}: {action} {it}',
    fields: {
      role: 'Role',
      disabled: 'Disabled',
      email: 'Email address',
      plan_id: 'Plan',
      policy: 'What may go out',
      minutes_ahead: 'Minutes ahead',
      unattended: 'Without asking',
      expires_at: 'Ends',
    },
    plans: { 1: 'Free', 2: 'Starter', 3: 'Pro', 4: 'Business' },
    nothing: 'none',
    yes: 'yes',
    no: 'no',
  },
  {
    title: 'Protokoll',
    what: 'Das Protokoll',
    none: 'Noch wurde nichts getan. Anmeldungen und Änderungen werden hier stehen.',
    noneFound: 'Nichts wurde gefunden.',
    showAll: 'Alles zeigen',
    more: 'Ältere zeigen',
    who: 'Wer',
    everybody: 'Alle',
    gone: 'Jemand, der entfernt wurde',
    topic: 'Was',
    everything: 'Alles',
    topics: {
      signIns: 'Anmeldungen',
      people: 'Personen und Einladungen',
      keys: 'API-Schlüssel',
      accounts: 'Konten',
      settings: 'Tarif, Profile und Einstellungen',
      webhooks: 'Webhooks',
      apps: 'Entwickler-Apps',
      posts: 'Beiträge',
    },
    key: (name) => `Der Schlüssel „${name}“`,
    byLink: 'Jemand mit einem Link',
    byOperator: 'Die Befehlszeile',
    from: (address) => `von ${address}`,
    sentences: {
      'session.started': '{who} hat sich angemeldet',
      'session.refused': 'Eine Anmeldung als {who} wurde abgewiesen',
      'session.ended': '{who} hat sich abgemeldet',
      'password.changed': '{who} hat ein neues Passwort gewählt',
      'second_factor.added': '{who} hat einen zweiten Faktor eingeschaltet',
      'second_factor.removed': '{who} hat den zweiten Faktor ausgeschaltet',
      'oidc.linked': '{who} hat Single Sign-on verknüpft',
      'oidc.unlinked': '{who} hat die Verknüpfung mit Single Sign-on gelöst',
      'person.added': '{who} ist als {it} dazugekommen',
      'person.changed': '{who} hat die Person {it} geändert',
      'person.removed': '{who} hat die Person {it} entfernt',
      'invite.created': '{who} hat {it} eingeladen',
      'invite.deleted': '{who} hat die Einladung von {it} gelöscht',
      'key.created': '{who} hat den Schlüssel {it} erstellt',
      'key.changed': '{who} hat den Schlüssel {it} geändert',
      'key.revoked': '{who} hat den Schlüssel {it} widerrufen',
      'key.kept': '{who} hat den Schlüssel {it} als Dienstschlüssel behalten',
      'user.created': '{who} hat den Nutzer {it} angelegt',
      'user.changed': '{who} hat den Tarif von {it} geändert',
      'profile.created': '{who} hat das Profil {it} angelegt',
      'profile.deleted': '{who} hat das Profil {it} gelöscht',
      'account.connected': '{who} hat das Konto {it} verbunden',
      'account.disconnected': '{who} hat das Konto {it} getrennt',
      'settings.changed': '{who} hat die Einstellungen des Profils {it} geändert',
      'webhook.created': '{who} hat den Webhook {it} hinzugefügt',
      'webhook.changed': '{who} hat den Webhook {it} geändert',
      'webhook.secret_rotated': '{who} hat ein neues Geheimnis für den Webhook {it} gemacht',
      'webhook.deleted': '{who} hat den Webhook {it} gelöscht',
      'webhook.enabled': '{who} hat den Webhook {it} wieder eingeschaltet',
      'callback_secret.read': '{who} hat das Geheimnis für Rückrufe gelesen',
      'callback_secret.rotated': '{who} hat ein neues Geheimnis für Rückrufe gemacht',
      'app.stored': '{who} hat die Entwickler-App für {it} gespeichert',
      'app.deleted': '{who} hat die Entwickler-App für {it} gelöscht',
      'post.cancelled': '{who} hat den Beitrag {it} abgebrochen',
      'post.deleted': '{who} hat den Beitrag {it} gelöscht',
      'post.restored': '{who} hat den Beitrag {it} zurückgeholt',
    },
    newer: '{who}: {action} {it}',
    fields: {
      role: 'Rolle',
      disabled: 'Gesperrt',
      email: 'E-Mail-Adresse',
      plan_id: 'Tarif',
      policy: 'Was hinausgehen darf',
      minutes_ahead: 'Minuten voraus',
      unattended: 'Ohne zu fragen',
      expires_at: 'Endet',
    },
    plans: { 1: 'Free', 2: 'Starter', 3: 'Pro', 4: 'Business' },
    nothing: 'keine',
    yes: 'ja',
    no: 'nein',
  },
)
