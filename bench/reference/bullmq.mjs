import { Queue, Worker } from 'bullmq'
import { countdown, fail, openPublisher, serve, taskOf } from './same-rows.ts'

const task = taskOf(process.argv[2])
const connection = { host: '127.0.0.1', port: task.redisPort, maxRetriesPerRequest: null }
const publisher = openPublisher(task)
const queue = new Queue('posts', { connection, defaultJobOptions: { removeOnComplete: true } })

serve({
  add: async (jobs) => {
    for (let at = 0; at < jobs.length; at += 300)
      await queue.addBulk(jobs.slice(at, at + 300).map((data) => ({ name: 'job', data })))
  },
  run: async (count) => {
    const { done, all } = countdown(count)
    const worker = new Worker('posts', ({ data }) => publisher.publish(data), { connection, concurrency: task.slots })
    worker.on('completed', done)
    worker.on('failed', (_job, error) => fail(error))
    await all
    await worker.close()
  },
  close: async () => {
    await queue.close()
    await publisher.close()
  },
})
