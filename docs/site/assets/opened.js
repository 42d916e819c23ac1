// A game from a file of the reader's: what `warlab replay … --json` writes, checked before it is shown.
"use strict";

(() => {
  const MOST_BYTES = 50_000_000;
  const MOST_PLAYERS = 64;
  const HOW = "Save one with: warlab replay war 571 --json > game.json";

  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value);

  /**
   * @param {unknown} value
   * @param {(one: unknown) => boolean} each
   * @param {number} most
   */
  const isList = (value, each, most) => Array.isArray(value) && value.length <= most && value.every(each);

  /**
   * Whether a step has what the viewer draws, and nothing of another kind.
   * @param {any} step
   * @param {number} players
   */
  const isStep = (step, players) =>
    step !== null && typeof step === "object" && isText(step.t)
    && (step.c === undefined || isList(step.c, isText, players))
    && (step.m === undefined || isText(step.m))
    && (step.h === undefined || isList(step.h, isText, players))
    && (step.s === undefined || isList(step.s, isNumber, players))
    && (step.w === undefined || isNumber(step.w))
    && (step.x === undefined || (Number.isInteger(step.x) && step.x >= 0 && step.x < players));

  /**
   * The game in a text.
   * @param {string} text
   * @returns {any} what `warlab.viewer.show` draws
   * @throws {Error} which says to the reader what is wrong
   */
  const story = (text) => {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error(`This file is not JSON. ${HOW}`);
    }
    const found = value?.story;
    if (found === null || typeof found !== "object") {
      throw new Error(`This file has no game to show. ${HOW}`);
    }
    const words = [found.title, found.rules, found.counts, found.row].every(isText);
    const players = isList(found.players, isText, MOST_PLAYERS) ? found.players.length : 0;
    if (!words || !players || !isList(found.suits, isText, MOST_PLAYERS) || !Array.isArray(found.steps) || !found.steps.length) {
      throw new Error(`The game in this file is damaged, or from another version of warlab. ${HOW}`);
    }
    const wrong = found.steps.findIndex((/** @type {unknown} */ step) => !isStep(step, players));
    if (wrong >= 0) throw new Error(`Step ${wrong + 1} of the game in this file is damaged. ${HOW}`);
    return found;
  };

  /**
   * The game in a file.
   * @param {File} file
   * @returns {Promise<any>}
   */
  const read = async (file) => {
    if (file.size > MOST_BYTES) throw new Error(`This file is too large for a game. ${HOW}`);
    return story(await file.text());
  };

  Object.assign(warlab, { opened: { read, story } });
})();
