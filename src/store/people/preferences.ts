import { z } from 'zod'
import { languages, type Preferences, themes, usualPreferences } from '../../domain/preferences.ts'
import type { PersonRow } from './people.ts'

const usual = usualPreferences

/** What is missing, or what a newer version has stored, is as usual. */
const stored = z.object({
  pinned: z.array(z.string()).catch([...usual.pinned]),
  single_keys: z.boolean().catch(usual.single_keys),
  zone: z.string().nullable().catch(usual.zone),
  language: z.enum(languages).nullable().catch(usual.language),
  theme: z.enum(themes).nullable().catch(usual.theme),
})

export const readPreferences = ({ preferences }: Pick<PersonRow, 'preferences'>): Preferences =>
  preferences === null ? usual : stored.parse(JSON.parse(preferences))
