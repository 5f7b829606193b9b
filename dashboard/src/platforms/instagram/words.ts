import { platformWords } from '../shared/platform-words.ts'

export const instagramWords = platformWords(
  {
    console: 'https://developers.facebook.com/apps',
    first: ['post_type'],
  },
  {
    facts: [
      'A professional account: Business or Creator. Switching is free, in the Instagram app.',
      'A developer app at Meta with “API setup with Instagram login”, and the account added as Instagram tester.',
      'Images that Instagram can fetch: this instance must be reachable with https.',
    ],
    labels: {
      shareToFeed: 'Show the Reel in the feed',
      graduationStrategy: 'Trial Reel',
      isPaidPartnership: 'Paid partnership',
      brandedContentSponsors: 'Sponsors (usernames)',
    },
    values: {
      MANUAL: 'You share it with everyone',
      SS_PERFORMANCE: 'Instagram shares it if it does well',
    },
    ways: {
      instagram: 'With Instagram',
      facebook: 'With Facebook, for the account of a Page',
    },
  },
  {
    facts: [
      'Ein professionelles Konto: Business oder Creator. Der Wechsel ist kostenlos, in der Instagram-App.',
      'Eine Entwickler-App bei Meta mit „API setup with Instagram login“, und das Konto als Instagram-Tester.',
      'Bilder, die Instagram abholen kann: Diese Instanz muss mit https erreichbar sein.',
    ],
    labels: {
      shareToFeed: 'Reel auch im Feed zeigen',
      graduationStrategy: 'Probe-Reel',
      isPaidPartnership: 'Bezahlte Partnerschaft',
      brandedContentSponsors: 'Sponsoren (Benutzernamen)',
    },
    values: {
      MANUAL: 'Sie teilen es mit allen',
      SS_PERFORMANCE: 'Instagram teilt es, wenn es gut läuft',
    },
    ways: {
      instagram: 'Mit Instagram',
      facebook: 'Mit Facebook, für das Konto einer Seite',
    },
  },
)
