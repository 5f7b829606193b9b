import { z } from 'zod'
import { type IdKind, idSlots } from '../../src/contract/common.ts'
import type { Operation } from '../../src/contract/operation.ts'

export type SlotPlace = 'params' | 'query' | 'body'

/** A place in a request that contains an ID of some kind. */
export interface Slot {
  readonly place: SlotPlace
  /** The path of field names; a number is an item of a list. */
  readonly path: readonly (string | number)[]
  readonly kind: IdKind
}

export const slotPlaces: readonly SlotPlace[] = ['params', 'query', 'body']

const found = new WeakMap<Operation, readonly Slot[]>()

/** Every ID slot of an operation, as its schemas register them. Every call returns the same objects. */
export function slotsOf(operation: Operation): readonly Slot[] {
  const known = found.get(operation)
  if (known) return known
  const slots = slotPlaces.flatMap((place) => {
    const schema = operation[place]
    return schema ? find(schema, []).map((slot) => ({ place, ...slot })) : []
  })
  found.set(operation, slots)
  return slots
}

export const describeSlot = ({ place, path, kind }: Slot): string => `${place}.${path.join('.')} (${kind})`

/** A schema's parts one level down, each with its field name, if it has one. */
export function partsOf(schema: z.core.$ZodType): [schema: z.core.$ZodType, field?: string | number][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [[schema.unwrap()]]
  if (schema instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [field, name])
  if (schema instanceof z.ZodArray) return [[schema.element, 0]]
  if (schema instanceof z.ZodUnion) return schema.options.map((option) => [option])
  if (schema instanceof z.ZodPipe) return [[schema.in], [schema.out]]
  return []
}

function find(schema: z.core.$ZodType, path: readonly (string | number)[]): Omit<Slot, 'place'>[] {
  const registered = idSlots.get(schema)
  if (registered) return [{ path, kind: registered.kind }]
  return partsOf(schema).flatMap(([part, field]) => find(part, field === undefined ? path : [...path, field]))
}
