"""Studies: many runs and what they say together.

Each function takes a model and options, runs on all cores where that helps, can be interrupted, and
returns numbers as arrays. `Model` has all of them as methods.
"""

from .advice import Advice, Attempt, Candidate, advise
from .ensembles import Ensemble, Starts, Statistics, ensemble, starts_of
from .studies_of_methods import (Comparison, Convergence, MethodCourse, MethodErrors,
                                 Recommendation, Trial, check, compare, converge, recommend)
from .sweeps import Section, Sweep, SweepQuantity, section, sweep

__all__ = [
    "Advice", "Attempt", "Candidate", "Comparison", "Convergence", "Ensemble", "MethodCourse",
    "MethodErrors", "Recommendation", "Section", "Starts", "Statistics", "Sweep", "SweepQuantity",
    "Trial", "advise", "check", "compare", "converge", "ensemble", "recommend", "section",
    "starts_of", "sweep",
]
