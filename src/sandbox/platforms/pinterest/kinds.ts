import { expiredSoon, type Kinds } from '../../shared/kinds.ts'

export const kinds = {
  personal: { description: 'A personal account, without a business.' },
  many_boards: { description: 'Has three boards.' },
  without_boards: { description: 'Has no board, so it cannot receive a Pin.' },
  trial: { description: 'The app has only trial access: Pins are refused.' },
  trial_hidden: { description: 'The app has only trial access: Pins are accepted, and nobody else sees them.' },
  unapproved: { description: 'Pinterest has not approved the app, so nothing can be connected.' },
  ...expiredSoon,
} as const satisfies Kinds
