"""A game learned by playing against oneself: PPO in NumPy alone, in a few minutes on two cores.

    pip install "laguna[envs]"
    python examples/train_ppo.py mahe --minutes 3 --out mahe.npz
    laguna serve --policy mahe.npz         and choose it as an opponent in the browser
    laguna arena mahe --bots policy:mahe.npz,good

Whole games are played by a crew of processes, or with --ray ADDRESS by a Ray cluster; each decision becomes a row that
is learned from. Proximal policy optimization: J. Schulman and others, arXiv:1707.06347; its advantages: 1506.02438.
"""

import argparse
import time

import numpy as np

from laguna.bots.expanding import expand
from laguna.bots.perceptron import Layer, Perceptron
from laguna.bots.policy import write_policy
from laguna.cli.crews import crew_of
from laguna.crew.crew import in_order
from laguna.envs.batch import Batch
from laguna.envs.conventions import encoding_of
from laguna.envs.rollout import IMPOSSIBLE, Rollout, play

HIDDEN = (96, 96)  # neurons between what is seen and what is chosen
GAMES = 64  # of each job; there are two jobs a round
PASSES, ROWS = 3, 2048  # over the decisions of a round, so many rows at a time
RATE, CLIP, ENTROPY, TRACE = 1e-3, 0.2, 0.01, 0.95


class Network:
    """Layers of weights, how they are bent by an error, and Adam, which says how far."""

    def __init__(self, sizes, rng, last=1.0):
        scales = [*[1.0] * (len(sizes) - 2), last]
        self.layers = [
            Layer((scale * rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32), np.zeros(b, np.float32))
            for a, b, scale in zip(sizes, sizes[1:], scales, strict=False)
        ]
        self.moments = [[(np.zeros_like(array), np.zeros_like(array)) for array in layer] for layer in self.layers]
        self.steps = 0

    def perceptron(self):
        """The network as it is now, for whoever plays by it."""
        return Perceptron(tuple(Layer(weights.copy(), biases.copy()) for weights, biases in self.layers), "tanh")

    def forward(self, rows):
        """What comes out of each layer, the rows themselves first."""
        passed = [rows]
        for weights, biases in self.layers[:-1]:
            passed.append(np.tanh(passed[-1] @ weights + biases))
        passed.append(passed[-1] @ self.layers[-1].weights + self.layers[-1].biases)
        return passed

    def learn(self, passed, error, rate):
        """Go a step against the error of the last layer's outputs."""
        self.steps += 1
        for number in range(len(self.layers) - 1, -1, -1):
            bends = passed[number].T @ error, error.sum(0)
            if number:
                error = (error @ self.layers[number].weights.T) * (1 - passed[number] ** 2)
            for array, bend, (mean, square) in zip(self.layers[number], bends, self.moments[number], strict=True):
                mean[:] += 0.1 * (bend - mean)
                square[:] += 0.001 * (bend * bend - square)
                unbiased = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
                array[:] -= unbiased * mean / (np.sqrt(square) + 1e-8)


def advantages(experience, values):
    """How much better each decision turned out than was expected, and what should have been expected."""
    # Of each seat's next decision: its value, which after the last one is what it got, and its advantage.
    ahead = np.stack([experience.reward, np.zeros_like(experience.reward)])
    found = np.zeros_like(values)
    ends = [*experience.starts[1:], len(values)]
    for start, end in reversed(list(zip(experience.starts, ends, strict=True))):
        at = experience.game[start:end], experience.seat[start:end]
        found[start:end] = ahead[0][at] - values[start:end] + TRACE * ahead[1][at]
        ahead[0][at], ahead[1][at] = values[start:end], found[start:end]
    return found, found + values


def chances(likes, mask):
    """The logarithm of each choice's chance."""
    likes = np.where(mask, likes, IMPOSSIBLE)
    likes = likes - likes.max(1, keepdims=True)
    return likes - np.log(np.exp(likes).sum(1, keepdims=True))


def improve(policy, value, encoding, experience, rate, rng):
    """Learn from the decisions of a round."""
    rows = expand(encoding, experience.observation)
    values = value.forward(rows)[-1][:, 0]
    advantage, goal = advantages(experience, values)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    before = chances(policy.forward(rows)[-1], experience.mask)[np.arange(len(rows)), experience.choice]
    for _ in range(PASSES):
        for some in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // ROWS)):
            learn_choices(
                policy, rows[some], experience.mask[some], experience.choice[some], before[some], advantage[some], rate
            )
            passed = value.forward(rows[some])
            value.learn(passed, (passed[-1] - goal[some, None]) / len(some), rate)


def learn_choices(policy, rows, mask, choice, before, advantage, rate):
    """Make choices likelier that turned out well, but no more than by the clip; and keep trying others."""
    passed = policy.forward(rows)
    logs = chances(passed[-1], mask)
    likely = np.exp(logs)
    every = np.arange(len(rows))
    ratio = np.exp(logs[every, choice] - before)
    far = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    error = likely * np.where(far, 0, ratio * advantage)[:, None]
    error[every, choice] -= np.where(far, 0, ratio * advantage)
    surprise = (likely * logs).sum(1, keepdims=True)
    error += ENTROPY * likely * (logs - surprise)
    policy.learn(passed, error * (mask != 0) / len(rows), rate)


def win_share(game, seats, network, opponents, games, seed):
    """The part of its games that a network wins against a level, and 1.96 standard errors."""
    batch = Batch(game, 256, seats, opponents=opponents, seed=seed)
    shares = []
    while len(shares) < games:
        learner = batch.learner.copy()
        likes = network.values(expand(batch.encoding, batch.observation))
        batch.step(np.where(batch.mask, likes, -np.inf).argmax(1))
        rewards = batch.reward[np.arange(len(batch)), learner][batch.ended]
        shares += ((rewards * (seats - 1) + 1) / seats).tolist()
    return np.mean(shares), 1.96 * np.std(shares) / np.sqrt(len(shares))


def main():
    parser = argparse.ArgumentParser(description="Learn a game by playing against oneself.")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", default="policy.npz")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    asked = parser.parse_args()

    encoding, rng = encoding_of(asked.game), np.random.default_rng(asked.seed)
    policy = Network((encoding.expanded_size, *HIDDEN, encoding.choices), rng, last=0.01)
    value = Network((encoding.expanded_size, *HIDDEN, 1), rng)
    began, decisions, number = time.monotonic(), 0, 0
    with crew_of(2, asked.ray) as crew:
        while (spent := (time.monotonic() - began) / (60 * asked.minutes)) < 1:
            seeds = [asked.seed * 1_000_000 + 2 * number + job for job in range(2)]
            rollouts = [Rollout(asked.game, asked.seats, policy.perceptron(), GAMES, seed) for seed in seeds]
            for experience in in_order(crew.do(play, rollouts)):
                improve(policy, value, encoding, experience, RATE * (1 - spent), rng)
                decisions += len(experience.choice)
            number += 1
            if number % 20 == 0:
                print(f"{time.monotonic() - began:4.0f} s: {decisions:,} decisions", flush=True)
    for level in ("easy", "good"):
        share, within = win_share(asked.game, asked.seats, policy.perceptron(), level, 5000, seed=10**6)
        print(f"against {level}: wins {100 * share:.1f} % ± {100 * within:.1f}")
    layers, trained = policy.perceptron().layers, f"PPO, {decisions} decisions, seed {asked.seed}"
    write_policy(asked.out, asked.game, layers, seats=[asked.seats], activation="tanh", trained=trained)
    print(f"{asked.out} is ready: laguna serve --policy {asked.out}")


if __name__ == "__main__":
    main()
