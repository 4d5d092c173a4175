// Makes ids with packages from npm, as npm.tsv says: for each row a line
// "npm<TAB>package<TAB>scheme<TAB>how<TAB>first ms<TAB>last ms<TAB>id id ..." or, where that
// cannot be, "npm<TAB>package<TAB>scheme<TAB>missing<TAB>reason". Run in a folder that has the packages.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
const require = createRequire(process.cwd() + '/x.js')
const bare = (spec) => spec.replace(/(?<=.)@[^@/]*$/, '')
const load = async (name) => {
  try { return require(name) } catch (e) {
    if (e.code !== 'ERR_REQUIRE_ESM' && e.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw e
    return import(require('node:url').pathToFileURL(process.cwd() + '/node_modules/' + name + '/' + entry(name)).href)
  }
}
const entry = (name) => {
  const p = JSON.parse(readFileSync('node_modules/' + name + '/package.json', 'utf8'))
  let e = p.exports?.['.'] ?? p.exports ?? p.module ?? p.main ?? 'index.js'
  while (typeof e === 'object') e = e.node ?? e.import ?? e.default ?? Object.values(e)[0]
  return e
}
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue
  const [specs, scheme, how, source] = line.split('\t')
  const names = specs.split(' ').map((s) => s.startsWith('node:') ? s : bare(s))
  try {
    const [m, n] = await Promise.all(names.map(load))
    const make = new Function('m', 'n', 'return ' + source)(m, n)
    const from = Date.now(), ids = []
    const count = Number(process.argv[how === 'first' || how === 'as' ? 3 : 4])
    for (let i = 0; i < count; i++) ids.push(await make())
    console.log(['npm', names[0], scheme, how, from, Date.now(), ids.join(' ')].join('\t'))
  } catch (e) {
    console.log(['npm', names[0], scheme, 'missing', String(e.message).split('\n')[0]].join('\t'))
  }
}
