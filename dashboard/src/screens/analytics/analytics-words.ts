import { words } from '../../words/words.ts'

const dayCount = (count: number) => (count === 1 ? 'day' : `${count} days`)
const tageVor = (count: number) => (count === 1 ? 'Tag davor' : `${count} Tage davor`)

export const analyticsWords = words(
  {
    title: 'Analytics',
    what: 'The numbers',
    readAt: (time: string, zone: string) => `Read ${time}, ${zone}`,
    unread: (zone: string) => `Nothing was read yet. Days in ${zone}`,
    time: 'Time',
    days: (count: number) => `${count} days`,
    ownDays: 'Own days',
    from: 'From',
    to: 'To',
    faults: {
      missing: 'Fill in two dates from 2000 on.',
      order: 'The last day is before the first one.',
      many: 'At most 366 days.',
    },
    none: 'Nothing was published in this time.',
    newPost: 'New post',
    sums: 'Sums',
    ofPlatforms: (told: number, all: number) => {
      if (told === all) return all === 1 ? 'of the one platform' : `of all ${all} platforms`
      return `of ${told} of ${all} platforms`
    },
    partly: 'not of all posts',
    nobodyTold: 'no platform gives it',
    more: (share: string) => `${share} more than before`,
    fewer: (share: string) => `${share} less than before`,
    same: 'as before',
    morePoints: (points: string) => `${points} points higher than before`,
    fewerPoints: (points: string) => `${points} points lower than before`,
    number: 'Number',
    byDay: (metric: string) => `${metric} by day`,
    meaning: 'Each number counts for the day on which its post was published.',
    spanOf: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    before: (count: number) => `${dayCount(count)} before`,
    asTable: 'As a table',
    asPlot: 'As a plot',
    day: 'Day',
    posts: 'Posts',
    noPost: 'no post',
    sentenceNone: (metric: string) => `${metric}: no platform told them in this time.`,
    sentence: (metric: string, total: string, best: string, day: string) =>
      `${metric}: ${total} in all. The most was ${best}, by the posts of ${day}.`,
    sentenceRate: (metric: string, total: string, best: string, day: string) =>
      `${metric}: ${total} in all. The highest was ${best}, by the posts of ${day}.`,
    sentenceBefore: (count: number, total: string) => `In the ${dayCount(count)} before: ${total}.`,
    nothingBefore: (count: number) => `In the ${dayCount(count)} before nothing was published.`,
    byPlatform: 'By platform',
    platform: 'Platform',
    byWeekday: 'By weekday',
    weekday: 'Weekday',
    byHour: 'By hour',
    hour: 'Hour',
    byLabel: 'By label',
    label: 'Label',
    noLabels: 'No post of this time has a label.',
    perPost: 'A post',
    partialNote: '* is not of all platforms or posts. “Not told” is not zero: the platform gives no such number.',
    withoutRight: (platforms: string) =>
      `No numbers from ${platforms}: the account lacks a permission. What Polypost may read stands at the account.`,
    accounts: 'Accounts',
  },
  {
    title: 'Zahlen',
    what: 'Die Zahlen',
    readAt: (time: string, zone: string) => `Gelesen ${time}, ${zone}`,
    unread: (zone: string) => `Noch nichts gelesen. Tage in ${zone}`,
    time: 'Zeitraum',
    days: (count: number) => `${count} Tage`,
    ownDays: 'Eigene Tage',
    from: 'Von',
    to: 'Bis',
    faults: {
      missing: 'Geben Sie zwei Tage ab 2000 an.',
      order: 'Der letzte Tag liegt vor dem ersten.',
      many: 'Höchstens 366 Tage.',
    },
    none: 'In dieser Zeit wurde nichts veröffentlicht.',
    newPost: 'Neuer Beitrag',
    sums: 'Summen',
    ofPlatforms: (told: number, all: number) => {
      if (told === all) return all === 1 ? 'von der einen Plattform' : `von allen ${all} Plattformen`
      return `${told} von ${all} Plattformen`
    },
    partly: 'nicht von allen Beiträgen',
    nobodyTold: 'keine Plattform nennt es',
    more: (share: string) => `${share} mehr als davor`,
    fewer: (share: string) => `${share} weniger als davor`,
    same: 'wie davor',
    morePoints: (points: string) => `${points} Punkte höher als davor`,
    fewerPoints: (points: string) => `${points} Punkte niedriger als davor`,
    number: 'Zahl',
    byDay: (metric: string) => `${metric} nach Tagen`,
    meaning: 'Jede Zahl zählt für den Tag, an dem ihr Beitrag veröffentlicht wurde.',
    spanOf: (from: string, to: string) => (from === to ? from : `${from} bis ${to}`),
    before: tageVor,
    asTable: 'Als Tabelle',
    asPlot: 'Als Kurve',
    day: 'Tag',
    posts: 'Beiträge',
    noPost: 'kein Beitrag',
    sentenceNone: (metric: string) => `${metric}: Keine Plattform hat in dieser Zeit etwas genannt.`,
    sentence: (metric: string, total: string, best: string, day: string) =>
      `${metric}: ${total} insgesamt. Die meisten haben die Beiträge vom ${day}: ${best}.`,
    sentenceRate: (metric: string, total: string, best: string, day: string) =>
      `${metric}: ${total} insgesamt. Am höchsten ist sie bei den Beiträgen vom ${day}: ${best}.`,
    sentenceBefore: (count: number, total: string) =>
      count === 1 ? `Am Tag davor: ${total}.` : `In den ${count} Tagen davor: ${total}.`,
    nothingBefore: (count: number) =>
      count === 1
        ? 'Am Tag davor wurde nichts veröffentlicht.'
        : `In den ${count} Tagen davor wurde nichts veröffentlicht.`,
    byPlatform: 'Nach Plattform',
    platform: 'Plattform',
    byWeekday: 'Nach Wochentag',
    weekday: 'Wochentag',
    byHour: 'Nach Stunde',
    hour: 'Stunde',
    byLabel: 'Nach Etikett',
    label: 'Etikett',
    noLabels: 'Kein Beitrag dieser Zeit hat ein Etikett.',
    perPost: 'Je Beitrag',
    partialNote:
      '* gilt nicht für alle Plattformen oder Beiträge. „Nicht bekannt“ ist nicht null: Die Plattform nennt diese Zahl nicht.',
    withoutRight: (platforms: string) =>
      `Keine Zahlen von ${platforms}: Dem Konto fehlt eine Berechtigung. Was Polypost lesen darf, steht beim Konto.`,
    accounts: 'Konten',
  },
)
