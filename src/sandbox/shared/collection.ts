import type { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { World } from './simulator.ts'

/** One kind of documents of a simulated platform, checked by a schema when read. */
export interface Collection<T> {
  readonly get: (id: string) => T | undefined
  readonly put: (value: T) => void
  readonly remove: (id: string) => void
  readonly newest: (fits: (one: T) => boolean) => readonly T[]
}

export const collection =
  <S extends z.ZodType<Json & { readonly id: string }>>(name: string, schema: S) =>
  (world: World): Collection<z.output<S>> => {
    const documents = world.documents(name)
    return {
      get: (id) => {
        const document = documents.get(id)
        return document === undefined ? undefined : schema.parse(document)
      },
      put: (value) => documents.put(value.id, value),
      remove: documents.remove,
      newest: (fits) =>
        documents
          .all()
          .map(({ document }) => schema.parse(document))
          .filter(fits)
          .reverse(),
    }
  }
