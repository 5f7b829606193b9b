import { z } from 'zod'
import { checkStatuses } from '../domain/health-check.ts'
import { envelope, queryFlag, time } from './common.ts'
import type { Operation } from './operation.ts'

const status = z.enum(checkStatuses)

const healthCheck = z
  .strictObject({
    id: z.string().meta({ description: 'Stable, for example `database` or `platform_x`.' }),
    status,
    summary: z.string(),
    remedy: z.string().nullable().meta({ description: 'What to do; null if nothing has to be done.' }),
    mendable: z.boolean().meta({ description: '`polypost doctor --fix` can do it, on the machine of the instance.' }),
  })
  .meta({ id: 'HealthCheck' })

export const healthOperations = {
  getHealth: {
    method: 'GET',
    path: '/health',
    tag: 'health',
    summary: 'Check this instance',
    returns: 'The result of each check.',
    description:
      'The list of checks that `polypost doctor` prints. Some checks ask the public address, the media storage and the language model, and their answers count for a minute. Each check has a deadline, and a failed check is a row of the list. The whole status is that of the worst check. For supervisors there are `/healthz` and `/readyz`.',
    scope: 'admin',
    query: z.strictObject({
      afresh: queryFlag('Asks them again before that.').meta({ 'x-addition': true }),
    }),
    response: envelope(
      z.strictObject({
        status,
        version: z.string().meta({ description: 'The version of Polypost.', 'x-addition': true }),
        commit: z
          .string()
          .nullable()
          .meta({ description: 'The commit that it was built from; null if that is not known.', 'x-addition': true }),
        node: z.string().meta({ description: 'The version of Node that runs it.', 'x-addition': true }),
        last_backup_at: time.nullable().meta({
          description:
            'When `polypost backup` last made a copy. Null if it never did, or with PostgreSQL, which is copied without Polypost.',
          'x-addition': true,
        }),
        checks: z.array(healthCheck),
      }),
    ),
    example: {
      response: {
        status: 'ok',
        data: {
          status: 'warning',
          version: '0.1.0',
          commit: '6f1c0a9d35e24b7788a1c2f4d9b0e6173a5c8d42',
          node: '24.22.3',
          last_backup_at: '2026-11-02T03:00:00.000Z',
          checks: [
            {
              id: 'database',
              status: 'ok',
              summary: 'The database is SQLite 3.51.0 and answers in 1 ms.',
              remedy: null,
              mendable: false,
            },
            {
              id: 'platform_x',
              status: 'warning',
              summary: 'X: 1 account without a valid login: ana.',
              remedy: 'Connect again: polypost connect x',
              mendable: false,
            },
          ],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
