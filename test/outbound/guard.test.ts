import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { OutboundFault } from '../../src/outbound/fault.ts'
import {
  checkUrl,
  isAllowed,
  isPublicUrl,
  noExceptions,
  readExceptions,
  refusal,
  refusalOf,
} from '../../src/outbound/guard.ts'

/** Just outside and just inside every blocked range, so that no prefix is too long or too short. */
const publicAddresses = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '8.8.8.8',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2606:4700:4700::1111',
  '2A00:1450:4001:0830:0000:0000:0000:200E',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
  // 6to4 around 8.8.8.8
  '2002:808:808::1',
]

const closedAddresses = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.0',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.0.255',
  '192.0.2.0',
  '192.0.2.255',
  '192.88.99.0',
  '192.88.99.255',
  '192.168.0.0',
  '192.168.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.0',
  '198.51.100.255',
  '203.0.113.0',
  '203.0.113.255',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  // compatible, mapped, translated, NAT64 and its local form: all contain an IPv4 address, even a public one
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  // discard, dummy, segment routing
  '100::1',
  '100:0:0:1::1',
  '5f00::1',
  '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001::',
  '2001::7f00:1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::',
  '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff::',
  '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
  '4000::',
  // 6to4 around 127.0.0.1, 10.0.0.1, 169.254.169.254, 192.168.1.1 and 255.255.255.255
  '2002:7f00:1::',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:a9fe:a9fe::1',
  '2002:c0a8:101::1',
  '2002:ffff:ffff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fdff::1',
  'fe80::1',
  'fe80::1%lo',
  'fe80::1%25',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  // An address with a zone is local, whatever the address is.
  '2606:4700:4700::1111%eth0',
  // An incomplete address is refused, not guessed.
  '',
  'localhost',
  'example.com',
  '127.1',
  '2130706433',
  '0x7f000001',
  '08.8.8.8',
  '8.8.8.8 ',
  '8.8.8.8\n',
  '8.8.8.8/32',
  '[::1]',
  '[2606:4700:4700::1111]',
]

describe('a connection is made only to an address on the public internet', () => {
  for (const address of publicAddresses)
    test(`${address} is allowed`, () => {
      assert.equal(isAllowed(address, 443, noExceptions), true)
      assert.equal(isAllowed(address, 80, noExceptions), true)
    })
  for (const address of closedAddresses)
    test(`${JSON.stringify(address)} is refused`, () => {
      assert.equal(refusal(address, 80, noExceptions), 'address')
      assert.equal(refusal(address, 443, noExceptions), 'address')
    })

  const octet = fc.integer({ min: 0, max: 255 })
  const hex = (...bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  test('an IPv4 address within IPv6 is refused; within 6to4 it is judged like the IPv4 address', () => {
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const tail = `${hex(a, b)}:${hex(c, d)}`
        for (const wrapped of [
          `::${tail}`,
          `::ffff:${tail}`,
          `64:ff9b::${tail}`,
          `64:ff9b:1::${tail}`,
          `2001::${tail}`,
        ])
          assert.equal(isAllowed(wrapped, 80, noExceptions), false, wrapped)
        const itself = isAllowed(`${a}.${b}.${c}.${d}`, 80, noExceptions)
        assert.equal(isAllowed(`2002:${tail}::1`, 80, noExceptions), itself, `${a}.${b}.${c}.${d}`)
      }),
    )
  })

  test('outside 2000::/3 no IPv6 address is allowed', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.map((one) => one.toString(16)).join(':')
        const inside = (groups[0] ?? 0) >> 13 === 1
        assert.ok(inside || !isAllowed(address, 80, noExceptions), address)
      }),
    )
  })
})

describe('ports other than 80 and 443 are refused', () => {
  for (const port of [0, 1, 22, 25, 79, 81, 442, 444, 6379, 8080, 8443, 65_535])
    test(String(port), () => assert.equal(refusal('8.8.8.8', port, noExceptions), 'port'))
})

describe('a range that the operator allowed is allowed on every port, and nothing beside it', () => {
  const exceptions = readExceptions(['127.0.0.0/8', '10.1.2.0/24', 'fd00:1::/32', '192.168.7.7/32'])
  for (const address of ['127.0.0.1', '127.9.9.9', '10.1.2.3', 'fd00:1::5', '192.168.7.7'])
    test(`${address} is allowed`, () => {
      assert.equal(isAllowed(address, 80, exceptions), true)
      assert.equal(isAllowed(address, 6379, exceptions), true)
    })
  for (const address of [
    '10.1.3.3',
    '::1',
    '::127.0.0.1',
    'fd00:2::5',
    '192.168.7.8',
    '169.254.169.254',
    'fd00:1::5%a',
  ])
    test(`${address} is refused`, () => assert.equal(refusal(address, 80, exceptions), 'address'))
  test('an internal name leads only to allowed ranges, not to public addresses', () => {
    for (const name of ['hooks', 'hooks.internal', 'localhost']) {
      assert.equal(refusalOf(name, '10.1.2.3', 8080, exceptions), null)
      assert.equal(refusalOf(name, '8.8.8.8', 443, exceptions), 'address')
    }
    assert.equal(refusalOf('hooks.example.com', '8.8.8.8', 443, exceptions), null)
  })
  test('a public address keeps its port rules', () => assert.equal(refusal('8.8.8.8', 8080, exceptions), 'port'))
})

const kindOf = (url: string, exceptions = noExceptions): string => {
  try {
    checkUrl(url, exceptions)
    return 'passed'
  } catch (error) {
    if (error instanceof OutboundFault) return error.kind
    throw error
  }
}

describe('whether an address is public is decided before any DNS lookup', () => {
  const cases: readonly (readonly [isPublic: boolean, urls: readonly string[]])[] = [
    [
      true,
      [
        'https://media.acme.example',
        'http://media.acme.example:8080/a',
        'https://8.8.8.8/a',
        'https://[2606:4700:4700::1111]/a',
      ],
    ],
    [
      false,
      [
        'http://127.0.0.1:4000/a',
        'http://[::1]:4000/a',
        'http://localhost:4000',
        'http://media',
        'http://media.internal/a',
        'https://10.1.2.3/a',
        'https://192.168.1.5/a',
        'http://0.0.0.0:4000/a',
        'ftp://media.acme.example/a',
        'none',
      ],
    ],
  ]
  for (const [isPublic, urls] of cases)
    for (const url of urls) test(`${url}: ${isPublic}`, () => assert.equal(isPublicUrl(url), isPublic))
})

describe('an address is judged before any DNS lookup', () => {
  const cases: readonly (readonly [verdict: string, urls: readonly string[]])[] = [
    [
      'passed',
      [
        'http://example.com/',
        'https://example.com:443/a?b=c#d',
        'https://example.com./',
        'https://bücher.example/',
        'https://xn--bcher-kva.example/',
        'https://EXAMPLE.com:80/',
        'https://internal.example.com/',
        'https://my.localx/',
        'http://8.8.8.8/',
        'http://0x08080808/',
        'https://[2606:4700:4700::1111]/',
        'https://under_score.example.com/',
      ],
    ],
    [
      'bad_url',
      [
        '',
        'example.com',
        '/path',
        '//example.com/',
        'http://',
        'http://./',
        'http://../',
        'http://example..com/',
        'http://example.com../',
        'http://.example.com/',
        `http://${'a.'.repeat(127)}com/`,
        'http://256.1.1.1/',
        'http://1.2.3.4.5/',
        'http://exa mple.com/',
        'http://example.com:99999/',
        'http://[fe80::1%25eth0]/',
        'http://[::1/',
        'http://127.0.0.1%00.example.com/',
        'http://user@example.com/',
        'http://user:password@example.com/',
        'http://:password@example.com/',
        'http://example.com@127.0.0.1/',
        'ftp://example.com/',
        'file:///etc/passwd',
        'gopher://example.com/',
        'ws://example.com/',
        'javascript:alert(1)',
        'data:text/plain,hello',
        'blob:http://example.com/1',
        'unix:/var/run/docker.sock',
      ],
    ],
    [
      'forbidden_address',
      [
        'http://localhost/',
        'http://LOCALHOST./',
        'http://ｌｏｃａｌｈｏｓｔ/',
        'http://a.localhost/',
        'http://intranet/',
        'http://printer.local/',
        'http://metadata.google.internal/',
        'http://metadata.google.internal./',
        'http://router.home.arpa/',
        'http://instance-data/',
        'http://example.com:8080/',
        'https://example.com:22/',
        'http://8.8.8.8:8080/',
        'http://example.com:0/',
        'http://127.0.0.1/',
        'http://2130706433/',
        'http://[::127.0.0.1]/',
      ],
    ],
  ]
  for (const [verdict, urls] of cases)
    for (const url of urls) test(`${verdict}: ${url.slice(0, 60)}`, () => assert.equal(kindOf(url), verdict))

  test('if the operator allowed a range, internal names and other ports are judged after the lookup', () => {
    const exceptions = readExceptions(['10.0.0.0/8'])
    for (const url of ['http://localhost:8080/', 'http://hooks/', 'http://hooks.corp.internal/', 'http://10.1.1.1:22/'])
      assert.equal(kindOf(url, exceptions), 'passed')
    assert.equal(kindOf('http://127.0.0.1/', exceptions), 'forbidden_address')
  })
})
