import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  maxKeyLength,
  NoSuchFile,
  type Storage,
  type StoredFile,
  storageCrashPoints,
} from '../../src/media/storage/storage.ts'
import type { Errand, Outcome } from '../harness/storage-child.ts'
import { generate, hashOf, type StoragePlace, storageAt } from '../harness/storage-place.ts'

export interface StorageStage {
  readonly place: StoragePlace
  /** The number of unfinished files, or parts of them, in the store. */
  readonly leftovers: () => Promise<number>
  readonly close: () => Promise<void>
}

const MB = 1024 ** 2
/** The smallest part of a multipart upload: errors hide at its boundaries. */
const part = 5 * MB
const large = 256 * MB
const type = 'video/mp4'

/** The guarantees of every store, whatever its implementation. */
export function describeStorage(
  name: string,
  open: () => Promise<StorageStage>,
  crashPoints: readonly (keyof typeof storageCrashPoints)[],
): void {
  const kept = (guarantee: string, check: (storage: Storage, stage: StorageStage) => Promise<void>) =>
    test(guarantee, async () => {
      const stage = await open()
      try {
        await check(await storageAt(stage.place), stage)
      } finally {
        await stage.close()
      }
    })

  describe(name, () => {
    kept('gives back the bytes that it was given, of every length', async (storage) => {
      for (const bytes of [0, 1, part - 1, part, part + 1, 2 * part, 3 * part + 1]) {
        await storage.put(`m/${bytes}`, generate(bytes), type)
        assert.equal(await hashOf(await storage.read(`m/${bytes}`)), await hashOf(generate(bytes)))
        const found = await storage.stat(`m/${bytes}`)
        assert.deepEqual([found?.key, found?.size], [`m/${bytes}`, bytes])
      }
    })

    kept('gives back a part of a file, both ends included', async (storage) => {
      const all = await buffer(generate(2 * part + 10))
      await storage.put('ranged', generate(all.length), type)
      const ranges = [
        [0, 0],
        [1, 99],
        [part - 3, part + 3],
        [all.length - 1, all.length - 1],
        [all.length - 5, all.length + 99],
      ]
      for (const [start = 0, end = 0] of ranges)
        assert.deepEqual(await buffer(await storage.read('ranged', { start, end })), all.subarray(start, end + 1))
      for (const [start = 0, end = 0] of [
        [all.length, all.length + 1],
        [2, 1],
        [-1, 1],
        [0.5, 1],
        [0, Number.NaN],
      ])
        await assert.rejects(storage.read('ranged', { start, end }), RangeError)
    })

    kept('says so where there is no file', async (storage) => {
      assert.equal(await storage.stat('none'), null)
      await assert.rejects(storage.read('none'), NoSuchFile)
      await assert.rejects(storage.read('none', { start: 0, end: 1 }), NoSuchFile)
      await assert.rejects(storage.move('none', 'other', type), NoSuchFile)
      await storage.remove('none')
      assert.deepEqual(await namesIn(storage), [])
    })

    kept('removes a file and no other', async (storage) => {
      await putTexts(storage, ['a', 'a/b', 'ab'])
      await storage.remove('a')
      assert.deepEqual(await namesIn(storage), ['a/b', 'ab'])
      await assert.rejects(storage.read('a'), NoSuchFile)
    })

    kept('takes every key of letters, digits and `/ . _ -`, and keeps them apart', async (storage) => {
      const longest = `${'long/'.repeat(maxKeyLength / 5 - 1)}longs`
      const keys = ['.hidden', '...', '-rf', '_', 'a.b', 'a/b', 'a-b', 'case', 'CASE', 'a/..b/c..', 'con.txt', longest]
      await putTexts(storage, keys)
      assert.deepEqual(await namesIn(storage), keys.toSorted())
      for (const key of keys) assert.equal(await text(await storage.read(key)), key)
    })

    kept('takes no other key, for anything', async (storage) => {
      const outside = ['', '/', '/etc/passwd', 'a/', 'a//b', '.', '..', '../a', 'a/../../b', 'a/./b', 'a/..']
      const odd = ['a\\b', 'a b', 'a,b', 'a~b', 'ä', 'a\0', 'a\n', '%2e%2e/a', 'a?b', 'a'.repeat(maxKeyLength + 1)]
      for (const key of [...outside, ...odd]) {
        await assert.rejects(async () => storage.put(key, generate(1), type), TypeError, key)
        await assert.rejects(async () => storage.read(key), TypeError, key)
        await assert.rejects(async () => storage.stat(key), TypeError, key)
        await assert.rejects(async () => storage.remove(key), TypeError, key)
        await assert.rejects(async () => storage.move(key, 'a', type), TypeError, key)
        await assert.rejects(async () => storage.move('a', key, type), TypeError, key)
        await assert.rejects(async () => storage.publicUrl(key) ?? storage.stat(key), TypeError, key)
      }
      assert.deepEqual(await namesIn(storage), [])
    })

    kept('lists every file under a prefix once, with its size', async (storage) => {
      const keys = Array.from({ length: 11 }, (_, index) => `list/${index}`)
      await putTexts(storage, [...keys, 'listed', 'other/list/1'])
      const found: StoredFile[] = []
      for await (const file of storage.list('list/')) found.push(file)
      assert.deepEqual(found.map(({ key }) => key).sort(), keys.toSorted())
      assert.ok(found.every(({ key, size, modifiedAt }) => size === key.length && modifiedAt > 0))
    })

    kept('holds what is put at the same time', async (storage) => {
      const sizes = Array.from({ length: 12 }, (_, index) => index * 0.7 * MB)
      await Promise.all(sizes.map((size) => storage.put(`same/${size}`, generate(Math.floor(size)), type)))
      for (const size of sizes)
        assert.equal(await hashOf(await storage.read(`same/${size}`)), await hashOf(generate(Math.floor(size))))
    })

    kept('moves a file, once, however often it is told', async (storage) => {
      await putTexts(storage, ['staged/a'])
      for (let time = 0; time < 3; time += 1) await storage.move('staged/a', 'm/a', type)
      assert.deepEqual(await namesIn(storage), ['m/a'])
      assert.equal(await text(await storage.read('m/a')), 'staged/a')
    })

    kept('never changes a moved file by what comes to its old name', async (storage) => {
      await putTexts(storage, ['staged/a'])
      await storage.move('staged/a', 'm/a', type)
      await storage.put('staged/a', generate(99), type)
      await storage.move('staged/a', 'm/a', type)
      assert.equal(await text(await storage.read('m/a')), 'staged/a')
      assert.deepEqual(await namesIn(storage), ['m/a'])
    })

    kept('keeps nothing of a source that fails', async (storage, { leftovers }) => {
      for (const bytes of [0, 1, 2 * part + 1]) {
        const fault = new Error('The origin has gone.')
        async function* failing() {
          yield* generate(bytes)
          throw fault
        }
        await assert.rejects(storage.put('failing', failing(), type), (error) => error === fault)
      }
      assert.deepEqual([await namesIn(storage), await leftovers()], [[], 0])
    })

    kept('shows nothing of a file before it is whole', async (storage) => {
      async function* looking() {
        yield* generate(2 * part + 1)
        assert.deepEqual([await namesIn(storage), await storage.stat('slow')], [[], null])
      }
      await storage.put('slow', looking(), type)
      assert.deepEqual(await namesIn(storage), ['slow'])
    })

    kept('needs no more memory for a large file', async (_, { place }) => {
      const { error, hash, grown } = await childPut({ place, key: 'large', bytes: large })
      assert.deepEqual([error, hash], [null, await hashOf(generate(large))])
      // Half, because the garbage collector may not have run yet.
      assert.ok(grown < large / 2, `memory grew by ${Math.round(grown / MB)} MB`)
    })

    const bytes = 2 * part + 1
    const deaths = [...crashPoints, 'in the midst of it'] as const
    for (const death of deaths)
      kept(`leaves a file whole or not at all when it is killed: ${death}`, async (storage, { place, leftovers }) => {
        const errand = { place, key: 'cut/a', bytes }
        const killed =
          death === 'in the midst of it'
            ? childPut({ ...errand, dieAt: part + 1 })
            : childPut(errand, { CRASH_AT: storageCrashPoints[death] })
        await assert.rejects(killed, /SIGKILL/)
        const done = death === 'renamed'
        assert.deepEqual(await namesIn(storage), done ? ['cut/a'] : [])
        if (done) assert.equal(await hashOf(await storage.read('cut/a')), await hashOf(generate(bytes)))
        const left = await leftovers()
        assert.equal(left > 0, !done)
        const soon = Date.now() + 60_000
        assert.deepEqual(
          [await storage.removeUnfinished('cut/', 0), await storage.removeUnfinished('other/', soon)],
          [0, 0],
        )
        assert.equal(await storage.removeUnfinished('cut/', soon), left)
        assert.deepEqual([await leftovers(), await namesIn(storage)], [0, done ? ['cut/a'] : []])
        await storage.put('cut/b', generate(1), type)
      })
  })
}

const child = fileURLToPath(new URL('../harness/storage-child.ts', import.meta.url))

/** Runs a task in its own process, optionally through another command. */
export async function childPut(errand: Errand, env: NodeJS.ProcessEnv = {}, under: string[] = []): Promise<Outcome> {
  const [command = '', ...args] = [...under, process.execPath, child, JSON.stringify(errand)]
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  const run = spawn(command, args, { env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env }, stdio })
  const ended = new Promise<string>((resolve) => run.once('close', (code, signal) => resolve(signal ?? String(code))))
  const output = await text(run.stdout)
  const end = await ended
  if (end !== '0') throw new Error(`The process ended by ${end}.`)
  return JSON.parse(output)
}

async function putTexts(storage: Storage, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storage.put(key, one(Buffer.from(key)), type)
}

async function* one(chunk: Uint8Array) {
  yield chunk
}

export async function namesIn(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of storage.list('')) names.push(key)
  return names.sort()
}
