import { text } from './kinds.ts'
import { type Given, optional, secret } from './setting.ts'

const apps = [
  'X',
  'META',
  'INSTAGRAM',
  'THREADS',
  'LINKEDIN',
  'LINKEDIN_PAGE',
  'GOOGLE',
  'TIKTOK',
  'PINTEREST',
  'REDDIT',
]

export interface DeveloperApp {
  readonly clientId: string
  readonly clientSecret: string | null
}

export const appSettings = Object.fromEntries(
  apps.flatMap((app) => [
    [`${app}_CLIENT_ID`, optional(text, `ID of your developer app (${app})`)],
    [`${app}_CLIENT_SECRET`, optional(text, `Secret of your developer app (${app})`, secret)],
  ]),
)

export const readApps = (given: Given): Readonly<Record<string, DeveloperApp>> =>
  Object.fromEntries(
    apps.flatMap((app) => {
      const clientId = given[`${app}_CLIENT_ID`]
      return clientId === undefined ? [] : [[app, { clientId, clientSecret: given[`${app}_CLIENT_SECRET`] ?? null }]]
    }),
  )

export const appContradictions = (given: Given): string[] =>
  apps
    .filter((app) => given[`${app}_CLIENT_SECRET`] && !given[`${app}_CLIENT_ID`])
    .map((app) => `${app}_CLIENT_ID must be given with ${app}_CLIENT_SECRET`)
