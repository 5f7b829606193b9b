import type { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { World } from './simulator.ts'

/** What a simulated platform keeps of one kind, by its own IDs, and reads as it was described. */
export interface Shelf<T> {
  readonly get: (id: string) => T | undefined
  readonly put: (value: T) => void
  readonly remove: (id: string) => void
  readonly newest: (fits: (one: T) => boolean) => readonly T[]
}

export const shelf =
  <S extends z.ZodType<Json & { readonly id: string }>>(collection: string, schema: S) =>
  (world: World): Shelf<z.output<S>> => {
    const documents = world.documents(collection)
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
