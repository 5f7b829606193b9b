import { words } from '../words/words.ts'

export const filterWords = words(
  {
    all: 'All posts',
    filter: 'Filter',
    groups: 'State',
    platforms: 'Platforms',
    labels: 'Label',
    anyLabel: 'Any',
    clear: 'Show all posts',
    needs: 'Needs you',
    failed: 'Failed',
    working: 'Under way',
    scheduled: 'Scheduled',
    done: 'Published',
    cancelled: 'Cancelled',
  },
  {
    all: 'Alle Beiträge',
    filter: 'Filter',
    groups: 'Zustand',
    platforms: 'Plattformen',
    labels: 'Etikett',
    anyLabel: 'Beliebig',
    clear: 'Alle Beiträge zeigen',
    needs: 'Braucht Sie',
    failed: 'Fehlgeschlagen',
    working: 'In Arbeit',
    scheduled: 'Geplant',
    done: 'Veröffentlicht',
    cancelled: 'Abgebrochen',
  },
)
