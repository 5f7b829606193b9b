import { z } from 'zod'
import type { Operation } from './operation.ts'

export const descriptionOperations = {
  getOpenapi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'description',
    summary: 'This description, as OpenAPI 3.0.3',
    scope: null,
    response: z.looseObject({ openapi: z.string() }),
    example: { response: { openapi: '3.0.3' } },
    addition: true,
  },
  getDocs: {
    method: 'GET',
    path: '/docs',
    tag: 'description',
    summary: 'An interactive reference page',
    scope: null,
    produces: 'text/html',
    response: z.string(),
    example: { response: '<!doctype html>' },
    addition: true,
  },
} as const satisfies Record<string, Operation>
