import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../harness/eventually.ts'
import { freePort, launch } from '../../harness/process.ts'
import { lookAt } from '../../harness/simulated.ts'
import { tested, testedNames } from '../../platforms/index.ts'

/** The platforms, simulated in their own process: posts stay there, whichever of our processes is killed. */
export type Platforms = ReturnType<typeof lookAt> & { readonly stop: () => Promise<void> }

export async function startPlatforms(scale: number): Promise<Platforms> {
  const directory = await mkdtemp(join(tmpdir(), 'polypost platforms '))
  const port = await freePort()
  const running = launch(['sandbox'], {
    POLYPOST_DATA_DIR: directory,
    POLYPOST_SANDBOX_PORT: String(port),
    POLYPOST_TIME_SCALE: String(scale),
    LOG_LEVEL: 'warn',
  })
  const stop = async () => {
    await running.end('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
  const address = `http://127.0.0.1:${port}`
  const answers = () => {
    if (running.process.exitCode !== null) throw new Error(`The platforms ended at the start:\n${running.output()}`)
    return fetch(address).then(
      () => true,
      () => false,
    )
  }
  try {
    await eventually('the platforms answer', answers)
    const look = lookAt(address)
    for (const name of testedNames) {
      const { settings } = tested[name].crash
      if (settings) await look.settings(name, settings)
    }
    return { ...look, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
