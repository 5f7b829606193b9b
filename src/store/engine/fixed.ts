import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { DatabaseKind } from './database.ts'
import { isPostgres } from './kind.ts'
import { listAsJson } from './storable.ts'

/** Runs queries. */
export type QueryRunner = Pick<Kysely<Tables>, 'getExecutor'>

/** Stands for the value with this name while a fixed query is built. */
export type ValueOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

class Unknown {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The value ${this.name} is not known while its query is built. Compute with it in SQL.`)
  }
}

/**
 * A query that is built and compiled once for each kind of database, and runs with other values each time. For what runs at
 * every request or for every job: building and compiling a query takes longer than running it. A list becomes one parameter,
 * as JSON: the functions of `listed.ts` read it.
 */
export function fixed<Values extends object, Row, Db extends QueryRunner>(
  build: (db: Db, value: ValueOf<Values>) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const known: { [Kind in DatabaseKind]?: CompiledQuery<Row> } = {}
  const names = new Map<unknown, keyof Values>()
  const standIn: ValueOf<Values> = (name) => {
    const unknown = new Unknown(String(name))
    names.set(unknown, name)
    // Kysely takes a value of any class as a parameter, and does not look into it.
    return unknown as never
  }
  return async (db, values) => {
    const kind = isPostgres(db) ? 'postgres' : 'sqlite'
    known[kind] ??= build(db, standIn)
    const parameters = known[kind].parameters.map((one) => {
      const name = names.get(one)
      return name === undefined ? one : listAsJson(values[name])
    })
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...known[kind], parameters })
    return rows
  }
}
