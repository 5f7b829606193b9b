import type { Config } from '../../app/config.ts'
import { CommandFault } from '../fault.ts'

/** Advice for the operator if the process could not listen on the port of a setting. Any other error stays as it is. */
export function listenFault(
  error: unknown,
  { host, port, healthPort }: Config,
  setting: 'PORT' | 'POLYPOST_HEALTH_PORT',
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const asked = setting === 'PORT' ? port : healthPort
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${asked} is taken by another program. Stop that program, or set ${setting} to a free port.`,
    EACCES: `Port ${asked} requires more rights than this user has. Set ${setting} to a port above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Set HOST to an address of this machine, or to 0.0.0.0 for all addresses.`,
    ENOTFOUND: `The name ${host} has no address. Set HOST to an address of this machine.`,
  }
  const sentence = typeof code === 'string' ? sentences[code] : undefined
  return sentence === undefined ? error : new CommandFault(sentence)
}
