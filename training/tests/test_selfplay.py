"""Which move is played, with noise and without."""

import pytest
import torch

from training import native
from training.network import Evaluator, Network
from training.selfplay import Pool
from training.tests.test_resume import small

SIZE = (5, 5)


@pytest.mark.parametrize("share,noisy_until", [(1.0, 25), (0.0, 0), (0.2, 5)])
def test_noise_ends_after_a_share_of_the_squares(share, noisy_until):
    config = small()
    config.games, config.random_plies, config.noisy_plies = 32, 0, share
    torch.manual_seed(2)
    network = Network(8, 1, 1)
    with torch.no_grad():
        network.policy.weight.normal_(std=1.0)
    pool = Pool(config, SIZE, Evaluator(network), torch.device("cpu"))
    differ = 0
    for ply in range(8):
        flat = torch.full((32,), 1 / config.softness)
        moves, priors, scores, _, values, _ = pool.search.look(pool.positions, pool.seed(), flat, torch.ones(32))
        worth = {with_noise: (x + config.play_scale / config.softness * values).masked_fill(moves < 0, -1e30).argmax(1)
                 for with_noise, x in ((True, scores), (False, priors))}
        differ += int((worth[True] != worth[False]).sum())
        want = native.children(pool.positions, moves.gather(1, worth[ply < noisy_until][:, None]))
        pool.play()
        going = pool.ply == ply + 1  # the others have ended and begun again
        assert going.sum() > 16 and torch.equal(pool.positions[going], want[going])
    assert differ > 8
