import { z } from 'zod'
import { checkStatuses } from '../domain/health-check.ts'
import { envelope } from './common.ts'
import type { Operation } from './operation.ts'

const status = z.enum(checkStatuses)

const healthCheck = z
  .strictObject({
    id: z.string().meta({ description: 'Stable, for example `database` or `platform_x`.' }),
    status,
    summary: z.string(),
    remedy: z.string().nullable().meta({ description: 'What to do; null if nothing has to be done.' }),
  })
  .meta({ id: 'HealthCheck' })

export const healthOperations = {
  getHealth: {
    method: 'GET',
    path: '/health',
    tag: 'health',
    summary: 'Check this instance',
    description:
      'The list of checks that `polypost doctor` prints. Each check has a deadline, and a failed check is a row of the list. The whole status is that of the worst check. For supervisors there are `/healthz` and `/readyz`.',
    scope: 'admin',
    response: envelope(z.strictObject({ status, checks: z.array(healthCheck) })),
    example: {
      response: {
        status: 'ok',
        data: {
          status: 'warning',
          checks: [
            { id: 'database', status: 'ok', summary: 'The database is SQLite and answers in 1 ms.', remedy: null },
            {
              id: 'platform_x',
              status: 'warning',
              summary: 'X: 1 account needs a new sign-in.',
              remedy: 'Connect it again with POST /connect.',
            },
          ],
        },
      },
    },
    addition: true,
  },
} as const satisfies Record<string, Operation>
