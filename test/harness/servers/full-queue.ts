import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'

/** A port that puts connections into its queue and never accepts them. When the queue is full, connecting hangs. */
export async function fullQueue() {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const server = require('node:net').createServer()
     server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(workerData, 0, 0)
       process.exit()
     })`,
    { eval: true, workerData: new Int32Array(new SharedArrayBuffer(4)) },
  )
  const [port] = await once(worker, 'message')
  const waiting = Array.from({ length: 16 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
  return {
    port: Number(port),
    stop: async () => {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}
