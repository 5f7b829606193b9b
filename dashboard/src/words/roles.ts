import type { Role } from '../data/session.ts'
import { words } from './words.ts'

type RoleWords = Readonly<Record<Role, { readonly name: string; readonly may: string }>>

/** The name of each role, and what it may do more than the one before. */
export const roleWords = words<RoleWords>(
  {
    viewer: { name: 'Viewer', may: 'Reads posts, drafts, media, comments and numbers.' },
    author: { name: 'Author', may: 'Also writes drafts and uploads media. What an author submits waits for approval.' },
    editor: { name: 'Editor', may: 'Also publishes, edits, cancels, replies and approves.' },
    admin: { name: 'Admin', may: 'Also connects accounts, and manages settings, webhooks, keys and people.' },
    owner: { name: 'Owner', may: 'May do everything, and makes others owner.' },
  },
  {
    viewer: { name: 'Leser', may: 'Liest Beiträge, Entwürfe, Medien, Kommentare und Zahlen.' },
    author: {
      name: 'Autor',
      may: 'Schreibt auch Entwürfe und lädt Medien hoch. Was ein Autor einreicht, wartet auf Freigabe.',
    },
    editor: { name: 'Redakteur', may: 'Veröffentlicht, ändert, bricht ab, antwortet und gibt auch frei.' },
    admin: {
      name: 'Verwalter',
      may: 'Verbindet auch Konten und verwaltet Einstellungen, Webhooks, Schlüssel und Personen.',
    },
    owner: { name: 'Inhaber', may: 'Darf alles und macht andere zum Inhaber.' },
  },
)
