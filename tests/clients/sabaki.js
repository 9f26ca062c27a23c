// Drives the engine as Sabaki does, with Sabaki's own GTP library: handicap, a whole game, undo by pipelined commands,
// analysis started and interrupted again and again, a clean stop.
//
// Usage: node sabaki.js PATH-OF-TENGEN

const assert = require('assert/strict')
const { Controller, ControllerStateTracker } = require('@sabaki/gtp')

const ANALYSES = 50
const VERTEX = /^([A-HJ-Z]\d{1,2}|pass)$/i

/** The segments of a line of analysis, read by Sabaki's demands: pairs of key and value, and a variation at the end. */
function parseAnalysis(line) {
  return line.split(/\s*info /).slice(1).map(segment => {
    const [facts, variation] = segment.split(' pv ')
    const words = facts.split(' ')
    assert.equal(words.length % 2, 0, `pairs in: ${segment}`)
    const values = {}
    for (let i = 0; i < words.length; i += 2) values[words[i]] = words[i + 1]
    const pv = variation.split(' ')
    assert.ok(pv.every(vertex => VERTEX.test(vertex)), `a variation ends: ${segment}`)
    assert.equal(pv[0], values.move)
    assert.ok(Number(values.visits) >= 0 && values.winrate !== undefined)
    return values
  })
}

async function begin(controller) {
  const names = ['name', 'version', 'protocol_version', 'list_commands']
  const replies = await Promise.all(names.map(name => controller.sendCommand({ name })))
  assert.ok(replies.every(reply => !reply.error && reply.content.length > 0))
  const commands = replies[3].content.split('\n')
  for (const name of ['kata-analyze', 'kata-genmove_analyze', 'set_free_handicap', 'undo', 'rectangular_boardsize']) {
    assert.ok(commands.includes(name), name)
  }
}

async function ask(tracker, name, ...args) {
  const reply = await tracker.queueCommand({ name, args })
  assert.ok(!reply.error, `${name} ${args.join(' ')}: ${reply.content}`)
  return reply.content.trim()
}

async function playGame(tracker) {
  const history = [
    { name: 'set_free_handicap', args: ['C3', 'G7'] },
    { name: 'play', args: ['W', 'E5'] }
  ]
  await tracker.sync({ komi: 0.5, boardsize: [9, 9], history })
  let passes = 0
  for (let turn = 0; passes < 2; turn++) {
    assert.ok(turn < 400, 'the game ends')
    const vertex = await ask(tracker, 'genmove', turn % 2 === 0 ? 'B' : 'W')
    assert.match(vertex, VERTEX)
    passes = vertex.toLowerCase() === 'pass' ? passes + 1 : 0
  }
  assert.match(await ask(tracker, 'final_score'), /^(0|[BW]\+\d+(\.5)?)$/)
  return tracker.state.history
}

async function goBack(tracker, game) {
  const history = game.slice(0, 20)
  await tracker.sync({ komi: 0.5, boardsize: [9, 9], history })
  // The handicap is no move.
  assert.equal((await ask(tracker, 'move_history')).split('\n').length, history.length - 1)
  const [color, vertex] = history[history.length - 1].args
  const last = await ask(tracker, 'last_move')
  assert.equal(last.toUpperCase(), `${color === 'B' ? 'BLACK' : 'WHITE'} ${vertex.toUpperCase()}`)
}

async function analyze(controller, round) {
  const name = round % 2 === 0 ? 'kata-analyze' : 'lz-analyze'
  const lines = []
  let hasStarted
  const started = new Promise(resolve => (hasStarted = resolve))
  const reply = controller.sendCommand({ name, args: [round % 3 === 0 ? 'W' : 'B', '1'] }, ({ line }) => {
    if (!line.trim().startsWith('info ')) return
    lines.push(line.trim())
    hasStarted()
  })
  await started
  // What Sabaki sends to interrupt.
  const next = controller.sendCommand({ name: 'protocol_version' })
  assert.ok(!(await reply).error)
  assert.equal((await next).content, '2', 'no reply is shifted')
  lines.forEach(parseAnalysis)
  return lines.length
}

async function main() {
  const controller = new Controller(process.argv[2], ['--playouts', '100', '--seed', '1', '--no-resign'])
  const errors = []
  controller.on('stderr', ({ content }) => errors.push(content))
  const stopped = new Promise(resolve => controller.once('stopped', resolve))
  controller.start()
  await begin(controller)
  const tracker = new ControllerStateTracker(controller)
  const game = await playGame(tracker)
  await goBack(tracker, game)
  await tracker.sync({ komi: 7.5, boardsize: [9, 7], history: [{ name: 'play', args: ['B', 'D4'] }] })
  let lines = 0
  for (let round = 0; round < ANALYSES; round++) lines += await analyze(controller, round)
  const generated = await controller.sendCommand({ name: 'kata-genmove_analyze', args: ['W', '50'] })
  assert.match(generated.content, /\nplay ([A-HJ-Z]\d|pass)\s*$/)
  await controller.stop()
  assert.equal((await stopped).signal, 0, 'quit ends the engine with exit code 0')
  assert.deepEqual(errors, [])
  console.log(`Sabaki: a game of ${game.length} turns, ${ANALYSES} analyses of ${lines} lines, no complaint`)
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
