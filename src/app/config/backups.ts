import { z } from 'zod'
import { hour } from '../../domain/time.ts'
import { hours, text } from './kinds.ts'
import { defaulting, type EnvironmentVariables, optional } from './setting.ts'

export interface BackupSettings {
  /** Null: the service makes none by itself. */
  readonly folder: string | null
  /** In milliseconds. */
  readonly every: number
  /** How many backups are kept. */
  readonly keep: number
}

const keep = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
  .transform(Number)

export const backupSettings = {
  POLYPOST_BACKUP_DIR: optional(
    text,
    'Folder into which `start` copies the embedded database, its key and the media by itself ([what is in it](../operate/backup.md)). It should lie on another disk',
  ),
  POLYPOST_BACKUP_EVERY_HOURS: defaulting(
    hours,
    '24',
    'Hours between two such backups. `polypost doctor` warns if the last backup is older than twice this',
  ),
  POLYPOST_BACKUP_KEEP: defaulting(keep, '14', 'How many backups a folder keeps; older ones are deleted'),
}

export const readBackups = (data: z.output<z.ZodObject<typeof backupSettings>>): BackupSettings => ({
  folder: data.POLYPOST_BACKUP_DIR ?? null,
  every: data.POLYPOST_BACKUP_EVERY_HOURS * hour,
  keep: data.POLYPOST_BACKUP_KEEP,
})

export const backupContradictions = (given: EnvironmentVariables): string[] =>
  given.POLYPOST_BACKUP_DIR && given.DATABASE_URL
    ? [
        'POLYPOST_BACKUP_DIR is for the embedded database. With DATABASE_URL, run `polypost backup` or pg_dump regularly',
      ]
    : []
