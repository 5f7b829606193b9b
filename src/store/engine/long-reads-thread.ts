import { parentPort, workerData } from 'node:worker_threads'
import { CompiledQuery, Kysely } from 'kysely'
import { EmbeddedDialect, openEmbedded } from './embedded.ts'
import type { ReadAnswer, ReadQuestion } from './long-reads.ts'

// The thread of `long-reads.ts`.
const { file }: { file: string } = workerData
const kysely = new Kysely<unknown>({
  dialect: new EmbeddedDialect(openEmbedded(file, { readOnly: true, ownThread: true })),
})

const answer = (response: ReadAnswer) => parentPort?.postMessage(response)

parentPort?.on('message', ({ id, text, parameters }: ReadQuestion) => {
  kysely.executeQuery(CompiledQuery.raw(text, [...parameters])).then(
    ({ rows }) => answer({ id, rows, error: null }),
    (error) => answer({ id, rows: [], error }),
  )
})
