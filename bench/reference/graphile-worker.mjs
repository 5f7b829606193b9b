import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { openNotebook, taskOf } from './queue.ts'

/** Prints in how many milliseconds graphile-worker has done the jobs that wait in it: when none of them is left. */
const task = taskOf(process.argv[2])
const pgPool = new pg.Pool({ connectionString: task.databaseUrl, max: task.slots + 2 })
pgPool.on('error', () => {})
const logger = new Logger(() => () => {})
const notebook = await openNotebook(task)
const utils = await makeWorkerUtils({ pgPool, logger })
await utils.migrate()
for (let at = 1; at <= task.jobs; at += 300)
  await utils.addJobs(
    Array.from({ length: Math.min(300, task.jobs - at + 1) }, (_, more) => ({
      identifier: 'job',
      payload: { job: at + more },
    })),
  )

let left = task.jobs
const { promise, resolve } = Promise.withResolvers()
const begun = performance.now()
const runner = await run({
  pgPool,
  logger,
  concurrency: task.slots,
  noHandleSignals: true,
  taskList: { job: (payload) => notebook.note(Object(payload).job) },
})
runner.events.on('job:complete', () => {
  left -= 1
  if (left === 0) resolve()
})
await promise
console.log(performance.now() - begun)
await runner.stop()
await utils.release()
await notebook.close()
await pgPool.end().catch(() => {})
