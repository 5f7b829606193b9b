import { spawn } from 'node:child_process'
import tty from 'node:tty'

const ORPHAN_POLL_MS = 500
const KEPT_OUTPUT_CHARS = 20000

/** Runs a program to its end. Signals that arrive in the meantime are passed to the program. */
export function runToEnd(file, args, options, started = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options)
    const end = { output: '' }
    const pass = (signal) => {
      end.asked = signal
      // A terminal has already sent its Ctrl-C to the whole process group.
      if (signal !== 'SIGINT' || !tty.isatty(0)) child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, pass)
    const parent = process.ppid
    // npm sends SIGTERM only to its shell, which ends. All that this process sees is that its parent has changed.
    const watch = setInterval(() => {
      if (process.env.npm_lifecycle_event && process.ppid !== parent && !end.asked) pass('SIGTERM')
    }, ORPHAN_POLL_MS)
    for (const stream of [child.stdout, child.stderr].filter(Boolean)) {
      stream.setEncoding('utf8').on('data', (text) => {
        end.output = (end.output + text).slice(-KEPT_OUTPUT_CHARS)
      })
    }
    child.on('spawn', () => started(child.pid))
    child.on('error', (error) => {
      clearInterval(watch)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearInterval(watch)
      for (const name of signals) process.off(name, pass)
      resolve({ ...end, code, signal })
    })
  })
}

export function leaveLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code
}
