import { words } from '../../words/words.ts'

export const numbersWords = words(
  {
    title: 'Numbers',
    what: 'The numbers',
    readAt: (time: string, zone: string) => `Read ${time}, ${zone}`,
    unread: 'They are read for the first time five minutes after publishing.',
    afresh: 'Read afresh',
    platform: 'Platform',
    all: 'All',
    number: 'Number',
    asTable: 'As a table',
    asPlot: 'As a plot',
    time: 'Time',
    one: 'Read once so far. The curve begins with the second time.',
    sentence: (metric: string, first: string, from: string, last: string, to: string) =>
      `${metric}: ${first} on ${from}, ${last} on ${to}.`,
    untold: (metric: string) => `${metric}: no platform tells them.`,
    note: '* is not of all platforms. “Not told” is not zero: the platform gives no such number.',
    rolling: 'Some platforms count the last 30 or 90 days only.',
  },
  {
    title: 'Zahlen',
    what: 'Die Zahlen',
    readAt: (time: string, zone: string) => `Gelesen ${time}, ${zone}`,
    unread: 'Sie werden fünf Minuten nach dem Veröffentlichen zum ersten Mal gelesen.',
    afresh: 'Neu lesen',
    platform: 'Plattform',
    all: 'Alle',
    number: 'Zahl',
    asTable: 'Als Tabelle',
    asPlot: 'Als Kurve',
    time: 'Zeit',
    one: 'Bisher einmal gelesen. Die Kurve beginnt beim zweiten Mal.',
    sentence: (metric: string, first: string, from: string, last: string, to: string) =>
      `${metric}: ${first} am ${from}, ${last} am ${to}.`,
    untold: (metric: string) => `${metric}: Keine Plattform nennt sie.`,
    note: '* gilt nicht für alle Plattformen. „Nicht bekannt“ ist nicht null: Die Plattform nennt diese Zahl nicht.',
    rolling: 'Manche Plattformen zählen nur die letzten 30 oder 90 Tage.',
  },
)
