import { words } from '../../words/words.ts'

export const audienceWords = words(
  {
    title: 'Audience',
    what: 'The follower counts',
    account: 'Account',
    followers: 'Followers',
    change: 'In this time',
    read: 'Read',
    none: 'No account is connected in this profile.',
    connect: 'Accounts',
    unread: 'not read yet',
    few: 'one count so far',
    limit: 'Counts of each day are shown for the last 90 days.',
    sentence: (account: string, first: string, day: string, last: string, end: string) =>
      `${account} had ${first} followers on ${day} and ${last} on ${end}.`,
  },
  {
    title: 'Publikum',
    what: 'Die Followerzahlen',
    account: 'Konto',
    followers: 'Follower',
    change: 'In dieser Zeit',
    read: 'Gelesen',
    none: 'In diesem Profil ist kein Konto verbunden.',
    connect: 'Konten',
    unread: 'noch nicht gelesen',
    few: 'bisher eine Zählung',
    limit: 'Tageszahlen gibt es für die letzten 90 Tage.',
    sentence: (account: string, first: string, day: string, last: string, end: string) =>
      `${account} hatte am ${day} ${first} Follower und am ${end} ${last}.`,
  },
)
