import { words } from '../words/words.ts'

export const profileListWords = words(
  {
    search: (count: number) => `Search ${count} profiles`,
    list: 'Profiles',
    all: 'All profiles',
    count: (count: number) => `${count} profiles`,
    pinned: 'Pinned',
    recent: 'Recent',
    others: 'All',
    accounts: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
    reconnect: (count: number) => `${count} to reconnect`,
    attention: 'need attention',
    unread: 'unread',
    current: 'Current',
    none: 'No results',
  },
  {
    search: (count: number) => `${count} Profile durchsuchen`,
    list: 'Profile',
    all: 'Alle Profile',
    count: (count: number) => `${count} Profile`,
    pinned: 'Angeheftet',
    recent: 'Zuletzt',
    others: 'Alle',
    accounts: (count: number) => (count === 1 ? '1 Konto' : `${count} Konten`),
    reconnect: (count: number) => `${count} neu zu verbinden`,
    attention: 'brauchen Aufmerksamkeit',
    unread: 'ungelesen',
    current: 'Aktuell',
    none: 'Keine Treffer',
  },
)
