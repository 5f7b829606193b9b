import { Queue, Worker } from 'bullmq'
import { countdown, openNotebook, taskOf } from './queue.ts'

/** Prints in how many milliseconds BullMQ has done the jobs that wait in it. */
const task = taskOf(process.argv[2])
const connection = { host: '127.0.0.1', port: task.redisPort, maxRetriesPerRequest: null }
const notebook = await openNotebook(task)
const queue = new Queue('posts', { connection, defaultJobOptions: { removeOnComplete: true } })
for (let at = 1; at <= task.jobs; at += 300)
  await queue.addBulk(
    Array.from({ length: Math.min(300, task.jobs - at + 1) }, (_, more) => ({ name: 'job', data: { job: at + more } })),
  )

const { done, all } = countdown(task.jobs)
const begun = performance.now()
const worker = new Worker('posts', ({ data }) => notebook.note(data.job), { connection, concurrency: task.slots })
worker.on('completed', done)
await all
console.log(performance.now() - begun)
await worker.close()
await queue.close()
await notebook.close()
